"""Runs a command until it ends, or takes too much time or memory."""
import contextlib
import os
import resource
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

# The memory limit of all processes of a command, in KiB: a bug may allocate without end.
MEMORY = 8 << 20
# Seconds between two checks of the memory.
INTERVAL = 0.5
SETTINGS = {
    "SWIFT_BACKTRACE": "enable=no",
    # See Scripts/Runner/environment.py for the reasons.
    "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH": str(min(16, 2 * (os.cpu_count() or 2))),
    "SWT_SWIFT_ERROR_BACKTRACING_ENABLED": "0",
}


class DriverError(Exception):
    """A problem that the user can fix, with its remedy."""


@dataclass(frozen=True)
class Ending:
    """The end of a command, and its output."""

    # How the command ended, such as "exit 0", "SIGSEGV", or "no end after 60 s".
    status: str
    output: str
    seconds: float

    @property
    def is_good(self) -> bool:
        return self.status == "exit 0"


def run(command: str, folder: Path, log: Path, limit: float, environment={}) -> Ending:
    """Runs `command` in bash, for at most `limit` seconds, and writes its output to `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    started, status = time.monotonic(), None
    with log.open("w") as output:
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=folder, env=os.environ | SETTINGS | environment,
            start_new_session=True, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
        )
        try:
            while status is None:
                status = ended(process)
                if status is None and time.monotonic() - started > limit:
                    status = f"no end after {limit:.0f} s"
        finally:
            for pid in session(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.wait()
    return Ending(status, log.read_text(errors="replace"), time.monotonic() - started)


def ended(process: subprocess.Popen) -> str | None:
    """Waits briefly; returns how `process` ended or why it has to be stopped, or `None`."""
    try:
        code = process.wait(INTERVAL)
        return f"exit {code}" if code >= 0 else signal.Signals(-code).name
    except subprocess.TimeoutExpired:
        used = sum(session(process.pid).values())
        return f"more than {MEMORY >> 20} GB of memory" if used > MEMORY else None


def session(leader: int) -> dict[int, int]:
    """Returns the memory, in KiB, of each process that a command has started, by process ID.

    SwiftPM puts its children into separate process groups, but not into separate sessions.
    """
    listed = subprocess.run(["ps", "-o", "pid=,rss=", "-s", str(leader)], capture_output=True, text=True)
    return dict(map(int, line.split()) for line in listed.stdout.splitlines())


def say(line: str) -> None:
    print(line, flush=True)


def minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
