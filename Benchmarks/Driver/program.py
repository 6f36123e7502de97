"""Builds the benchmark program and runs it: nothing else here knows its command line."""
import json
import os
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Benchmarks"
MEBIBYTE = 1 << 20
# What a main thread has by default, whatever the shell that started us has been told.
STACK = 8 * MEBIBYTE
# The hashes of a process are seeded at random; which paths they take must not be.
ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}
COLLECTED = re.compile(r"^==\d+== Collected : (\d+)", re.M)


class Trouble(Exception):
    """What went wrong and what to do about it, in words for whoever started the script."""


class Died(Trouble):
    """A run that a signal ended, or that took too long: on a deep chain, what is looked for."""


@dataclass(frozen=True)
class Workload:
    """One piece of work, as `benchmarks list` has it."""

    name: str
    title: str
    unit: str
    kind: str
    peers: tuple[str, ...]
    # Pledge's modules in the place of older libraries.
    older: tuple[str, ...] = ()


def shown(path):
    """Returns `path` as one would type it at the root of the repository."""
    return os.path.relpath(path, ROOT)


class Program:
    """The release build of `Benchmarks`, a copy without debug information, and the counter."""

    def __init__(self, folder):
        self.binary = folder / "benchmarks"
        self.stripped = folder / "benchmarks.stripped"
        self.counter = folder / "libMallocCounter.so"

    @classmethod
    def built(cls):
        """Builds all three, and says so first: from nothing it takes minutes."""
        print("Building Benchmarks in release mode …", file=sys.stderr, flush=True)
        confine()
        build = ["swift", "build", "-c", "release", "--package-path", shown(PACKAGE)]
        checked(build)
        program = cls(pathlib.Path(checked(build + ["--show-bin-path"]).strip()))
        for made in (program.binary, program.counter):
            if not made.exists():
                raise Trouble(f"{shlex.join(build)} left no {shown(made)}")
        # valgrind stumbles over what the toolchain tells debuggers; names of functions are enough.
        checked(["strip", "--strip-debug", "-o", program.stripped, program.binary])
        return program

    def workloads(self):
        """Returns every workload by its name, in the program's order."""
        found = [
            Workload(
                w["workload"], w["title"], w["unit"], w["kind"], tuple(w["peers"]), tuple(w["older"])
            )
            for w in json.loads(self.output([self.binary, "list"]))
        ]
        return {workload.name: workload for workload in found}

    def time(self, workloads, rounds):
        """Returns nanoseconds an operation: for each workload and peer, one for each round."""
        command = [self.binary, "time", "--rounds", str(rounds)]
        for workload in workloads:
            command += ["--workload", workload]
        return json.loads(self.output(command, timeout=1200, stderr=None))

    def run(self, workload, peer, count, stack=None, counted=False, timeout=300):
        """Runs `count` operations in a process of their own, and returns what it reports."""
        environment = {"LD_PRELOAD": str(self.counter)} if counted else {}
        command = [self.binary, *arguments(workload, peer, count, stack)]
        return json.loads(self.output(command, environment, timeout))

    def instructions(self, workload, peer, count, out="/dev/null"):
        """Returns how many instructions a process takes for `count` operations, start included.

        Which function takes how many is written to `out`, for callgrind_annotate.
        """
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += [self.stripped, *arguments(workload, peer, count)]
        log = self.finished(command, {}, timeout=600).stderr
        collected = COLLECTED.search(log)
        if not collected:
            raise Trouble(f"callgrind counted nothing: {typed(command)}\n{log[-2000:]}")
        return int(collected[1])

    def output(self, command, environment={}, timeout=300, stderr=subprocess.PIPE):
        return self.finished(command, environment, timeout, stderr).stdout

    def finished(self, command, environment, timeout, stderr=subprocess.PIPE):
        """Runs `command` to its end; raises if that is not a good one."""
        try:
            done = subprocess.run(
                command, env=ENVIRONMENT | environment, timeout=timeout, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
            )
        except FileNotFoundError:
            raise missing(command[0]) from None
        except subprocess.TimeoutExpired:
            raise Died(f"not done after {timeout} s: {typed(command)}") from None
        if done.returncode < 0:
            name = signal.Signals(-done.returncode).name
            raise Died(f"ended by {name}: {typed(command)}\n{(done.stderr or '')[-2000:]}")
        if done.returncode:
            raise Trouble(f"{typed(command)} failed:\n{(done.stderr or '')[-2000:]}")
        return done


def arguments(workload, peer, count, stack=None):
    limited = ["--stack", str(stack)] if stack else []
    return ["run", workload, peer, "--count", str(count), *limited]


def confine():
    """Gives what is started from here the default stack, and leaves no core of what crashes."""
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def typed(command):
    return shlex.join(
        shown(part) if isinstance(part, pathlib.Path) else str(part) for part in command
    )


def missing(tool):
    return Trouble(f"{tool} is not installed; Scripts/setup {tool} installs it where apt can")


def checked(command):
    """Returns what a tool prints, or raises with its end."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        raise missing(command[0]) from None
    if done.returncode:
        end = "\n".join((done.stdout + done.stderr).splitlines()[-40:])
        raise Trouble(f"{typed(command)} failed:\n{end}")
    return done.stdout
