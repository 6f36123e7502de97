"""Workers and coordinators: the built program on the hosts of a network."""
import os
import pathlib
import queue
import re
import signal
import sqlite3
import subprocess
import threading
import time

# Set FANOUT_PROGRAM to test another build.
PROGRAM = os.environ.get("FANOUT_PROGRAM", pathlib.Path(__file__).parents[2] / ".build/debug/fanout")
PORT = 7000
# Far longer than anything takes: only a program that hangs exceeds it.
LIMIT = 600
MASK = 2**64 - 1


def answer(item):
    """Returns the correct answer to an item, which does not depend on the program: SplitMix64's finalizer."""
    mixed = (item + 0x9E37_79B9_7F4A_7C15) & MASK
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
    mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB & MASK
    return mixed ^ (mixed >> 31)


def saved(ledger):
    """Returns the rows of a ledger."""
    with sqlite3.connect(ledger) as file:
        return file.execute("SELECT item, value FROM answer ORDER BY item").fetchall()


class Program:
    """A process whose lines are read while it runs."""

    def __init__(self, host, *words):
        self.process = host.start(PROGRAM, *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines, self.pending = [], queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.pending.put(line.rstrip("\n"))
        self.pending.put(None)

    def wait_for(self, matches):
        """Waits for a line that matches, and returns it; fails if the program ends first."""
        while (line := self.pending.get(timeout=LIMIT)) is not None:
            self.lines.append(line)
            if matches(line):
                return line
        raise AssertionError("The program has ended:\n" + self.output)

    def finish(self):
        """Waits for the end, and returns the exit code; that of a signal is negative."""
        while (line := self.pending.get(timeout=LIMIT)) is not None:
            self.lines.append(line)
        return self.process.wait(LIMIT)

    @property
    def output(self):
        return "\n".join(line for line in self.lines if not re.fullmatch(r"\d+ of \d+", line))

    def send(self, number):
        self.process.send_signal(number)

    def close(self):
        self.process.kill()
        self.process.wait()


class Worker(Program):
    def __init__(self, host, number, *options):
        self.host = host
        super().__init__(
            host, "worker", "--listen", f"{host.address}:{PORT}", "--number", number, "--seed", 1, *options
        )

    def ready(self):
        self.wait_for(lambda line: line.startswith("Listening on "))
        return self

    def kill(self):
        self.send(signal.SIGKILL)
        self.process.wait()


class Coordinator(Program):
    def __init__(self, host, workers, items, ledger, *options):
        self.items, self.ledger = items, ledger
        endpoints = ",".join(f"{worker.host.address}:{PORT}" for worker in workers)
        self.start = time.monotonic()
        super().__init__(
            host, "run", "--connect", endpoints, "--items", items, "--ledger", ledger, "--progress", *options
        )

    def reach(self, share):
        """Waits until this share of the items is answered, and returns their number."""
        line = self.wait_for(lambda line: (found := re.fullmatch(r"(\d+) of \d+", line))
                             and int(found[1]) >= share * self.items)
        return int(line.split()[0])

    def figure(self, name):
        """Returns a line of the report."""
        return next((line[12:] for line in self.lines if line[:12].rstrip() == name), "")
