"""Runs one command until it ends, or until its time is up."""
import os
import signal
import subprocess
import sys
import threading

from environment import environment

GRACE = 10


class Processes:
    """The running commands, which end with the runner."""

    def __init__(self, root):
        self.root = root
        self.running = set()
        self.lock = threading.Lock()

    def run(self, check, log, is_verbose=False):
        """Runs a command with its output in `log`, and returns why it failed, or an empty string."""
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
    """Ends a command and its child processes. Those that ignore the first signal get a second one."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(GRACE)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            pass
