"""Runs one command to its end, or to the end of its time."""
import os
import signal
import subprocess
import sys
import threading

from environment import environment

GRACE = 10


class Processes:
    """The commands that run now, which end with the runner."""

    def __init__(self, root):
        self.root = root
        self.running = set()
        self.lock = threading.Lock()

    def run(self, check, log, is_verbose=False):
        """Returns why the command failed, or nothing if it did not; all that it prints is in `log`."""
        with log.open("wb") as file:
            process = subprocess.Popen(
                check.command, cwd=self.root, env=environment() | check.environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE if is_verbose else file,
                stderr=subprocess.STDOUT, start_new_session=True,
            )
            with self.lock:
                self.running.add(process)
            expired = threading.Event()
            limit = threading.Timer(60 * check.minutes, lambda: (expired.set(), end(process)))
            limit.start()
            try:
                for line in process.stdout or ():
                    file.write(line)
                    sys.stdout.buffer.write(line)
                    sys.stdout.flush()
                status = process.wait()
            finally:
                limit.cancel()
                with self.lock:
                    self.running.discard(process)
        if expired.is_set():
            return f"no end after {check.minutes} minutes"
        return described(status)

    def end(self):
        with self.lock:
            running = list(self.running)
        for process in running:
            end(process)


def described(status):
    if status < 0:
        return f"ended by {signal.Signals(-status).name}"
    return f"exit status {status}" if status else ""


def end(process):
    """Ends a command and what it started; whatever ignores the first signal gets the second."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(GRACE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            pass
