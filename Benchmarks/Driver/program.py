"""Builds the benchmark program and runs it."""
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
# The default stack size of a main thread, in bytes; a shell may have set another one.
STACK = 8 << 20
# Hashing has a random seed by default, and instruction counts must not depend on it.
ENVIRONMENT = os.environ | {"SWIFT_BACKTRACE": "enable=no", "SWIFT_DETERMINISTIC_HASHING": "1"}


class Trouble(Exception):
    """A problem that the user can fix, with its remedy."""


class Died(Trouble):
    """A run that was ended by a signal or took too long."""


@dataclass(frozen=True)
class Workload:
    """One entry of `benchmarks list`."""

    name: str
    title: str
    kind: str
    peers: tuple = ()
    # Pledge's modules with the API of older libraries.
    older: tuple = ()


def run(*command, timeout=None, environment={}, stderr=subprocess.PIPE, stdin=""):
    """Runs a command to its end and returns the finished process; raises if the command fails."""
    words = shlex.join(map(str, command))
    try:
        done = subprocess.run(
            command, cwd=ROOT, timeout=timeout, env=ENVIRONMENT | environment, text=True,
            input=stdin, stdout=subprocess.PIPE, stderr=stderr,
        )
    except FileNotFoundError:
        tool = command[0]
        raise Trouble(f"{tool} is not installed; Scripts/setup {tool} installs it with apt") from None
    except subprocess.TimeoutExpired:
        raise Died(f"not done after {timeout} s: {words}") from None
    if done.returncode < 0:
        raise Died(f"{signal.Signals(-done.returncode).name} ended {words}")
    if done.returncode:
        raise Trouble(f"{words} failed:\n{done.stdout[-2000:]}{(done.stderr or '')[-2000:]}")
    return done


class Program:
    """The release build of `Benchmarks`, a copy without debug information, and the malloc counter."""

    def __init__(self, folder):
        self.binary, self.stripped = folder / "benchmarks", folder / "benchmarks.stripped"
        self.counter = folder / "libMallocCounter.so"

    @classmethod
    def built(cls):
        print("Building Benchmarks in release mode …", file=sys.stderr, flush=True)
        # Runs have the default stack, and leave no core file when they overflow it.
        resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        build = ["swift", "build", "-c", "release", "-debug-info-format", "none", "--package-path", PACKAGE]
        for product in ("benchmarks", "MallocCounter"):
            run(*build, "--product", product)
        program = cls(pathlib.Path(run(*build, "--show-bin-path").stdout.strip()))
        # valgrind fails on the toolchain's debug information, and needs only function names.
        run("strip", "--strip-debug", "-o", program.stripped, program.binary)
        return program

    def workloads(self):
        """Returns all workloads by name, in the program's order."""
        listed = json.loads(run(self.binary, "list").stdout)
        return {entry["workload"]: Workload(entry.pop("workload"), **entry) for entry in listed}

    def time(self, workloads, rounds):
        """Returns nanoseconds per operation in each round, by workload and peer."""
        chosen = [word for workload in workloads for word in ("--workload", workload)]
        command = [self.binary, "time", "--rounds", str(rounds), *chosen]
        return json.loads(run(*command, timeout=1200, stderr=None).stdout)

    def report(self, workload, peer, count, stack=None, counted=False, timeout=300):
        """Runs `count` operations in a separate process, and returns its report."""
        command = [self.binary, "run", workload, peer, "--count", str(count)]
        command += ["--stack", str(stack)] if stack else []
        preloaded = {"LD_PRELOAD": str(self.counter)} if counted else {}
        report = json.loads(run(*command, timeout=timeout, environment=preloaded).stdout)
        if counted and "allocations" not in report:
            raise Trouble(f"{self.counter} was preloaded, but benchmarks did not find it")
        return report

    def instructions(self, workload, peer, count, out="/dev/null"):
        """Returns the instructions of a process that runs `count` operations.

        callgrind writes the instructions of each function to `out`.
        """
        callgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command = [self.stripped, "run", workload, peer, "--count", str(count)]
        log = run(*callgrind, *command, timeout=600).stderr
        collected = re.search(r"^==\d+== Collected : (\d+)", log, re.M)
        if not collected:
            raise Trouble(f"callgrind counted nothing for {workload}:\n{log[-2000:]}")
        return int(collected[1])
