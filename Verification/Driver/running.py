"""Runs a command to its end, or to the end of what it may take."""
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

GIGABYTE = 1 << 30
# What all processes of a command may have together: a bug may well ask for more and more.
MEMORY = 8 * GIGABYTE
# How often that is looked at, in seconds.
INTERVAL = 0.5


class Trouble(Exception):
    """What went wrong and what to do about it, in words for whoever started the script."""


@dataclass(frozen=True)
class Ending:
    """How a command ended, and what it printed."""

    words: str
    output: str
    seconds: float

    @property
    def is_good(self) -> bool:
        return self.words == "exit 0"


def run(
    command: str,
    folder: Path,
    log: Path,
    limit: float,
    environment: Mapping[str, str] = {},
    memory: int = MEMORY,
) -> Ending:
    """Runs `command` in bash, for at most `limit` seconds, and prints to the file `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with log.open("w") as printed:
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, env=quiet(environment), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT,
            preexec_fn=leave_no_core,
        )
        try:
            words = awaited(process, started + limit, limit, memory)
        finally:
            kill_session(process.pid)
            process.wait()
    return Ending(words, log.read_text(errors="replace"), time.monotonic() - started)


def awaited(process: subprocess.Popen[bytes], deadline: float, limit: float, memory: int) -> str:
    """Says in words how `process` ends, or why it has to be ended."""
    while time.monotonic() < deadline:
        try:
            return ended(process.wait(INTERVAL))
        except subprocess.TimeoutExpired:
            if resident(session(process.pid)) > memory:
                return f"more than {memory / GIGABYTE:.0f} GB of memory"
    return f"no end after {limit:.0f} s"


def ended(code: int) -> str:
    return f"exit {code}" if code >= 0 else signal.Signals(-code).name


def quiet(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a command that may crash and that runs beside others."""
    settings = {
        "SWIFT_BACKTRACE": "enable=no",
        # As in Scripts/Runner/environment.py, which says why.
        "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": "16",
        "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
    }
    return os.environ | settings | dict(environment)


def leave_no_core() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# MARK: What a command has started. SwiftPM puts its children into groups of their own, so the
# session is what they have in common.


def session(leader: int) -> dict[int, int]:
    """Returns the memory, in bytes, of every process in the session of `leader`."""
    listed = subprocess.run(["ps", "-A", "-o", "pid=,rss="], capture_output=True, text=True)
    found = {}
    for line in listed.stdout.splitlines():
        pid, kilobytes = map(int, line.split())
        if session_of(pid) == leader:
            found[pid] = kilobytes * 1024
    return found


def session_of(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None  # It has ended since.


def resident(processes: Mapping[int, int]) -> int:
    return sum(processes.values())


def kill_session(leader: int) -> None:
    for pid in session(leader):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def say(line: str) -> None:
    print(line, flush=True)


def minutes(seconds: float) -> str:
    """Returns a time as one says it."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def complain(trouble: Trouble) -> int:
    print(f"error: {trouble}", file=sys.stderr)
    return 1
