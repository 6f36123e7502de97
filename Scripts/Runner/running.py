"""Runs checks in parallel lanes, and accounts for each of them."""
import os
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
from dataclasses import dataclass

from environment import environment

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
# Seconds between the signal that asks a command to end and the one that forces it.
GRACE = 10


@dataclass(frozen=True)
class Outcome:
    result: str
    # The reason why it failed or was skipped.
    reason: str = ""
    seconds: float = 0


@dataclass
class Run:
    """One run. A check has an outcome only after a lane has taken and finished it."""

    checks: list
    # These start last, and only if the run has not yet taken that many minutes.
    spare: list
    minutes: int
    root: object
    report: object
    # Returns why a check cannot run on this machine, or an empty string.
    obstacle: object
    lanes: int
    # Whether a check that cannot run has failed.
    is_strict: bool
    is_verbose: bool

    def __post_init__(self):
        self.began, self.is_stopped = time.monotonic(), False
        self.waiting, self.taken, self.processes = [*self.checks, *self.spare], [], set()
        self.outcomes, self.broken = {}, []
        self.changed = threading.Condition()

    def all(self):
        """Returns the outcome of every check, by name."""
        planned = [*self.waiting]
        threads = [threading.Thread(target=self.lane) for _ in range(self.lanes)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self.stop()
            for process in [*self.processes]:
                end(process)
            raise
        for check in planned:
            if check.name not in self.outcomes:
                reason = "\n".join(["was planned, but has not finished", *self.broken])
                self.outcomes[check.name] = outcome = Outcome(FAILED, reason)
                self.report.finished(check, outcome)
        return self.outcomes

    def stop(self):
        with self.changed:
            self.is_stopped = True
            self.changed.notify_all()

    def lane(self):
        try:
            while check := self.take():
                outcome = self.attempt(check)
                with self.changed:
                    self.outcomes[check.name] = outcome
                    self.taken.remove(check)
                    self.changed.notify_all()
                self.report.finished(check, outcome)
        except BaseException:
            self.broken.append(f"a lane of the runner died:\n{traceback.format_exc()}")
            self.stop()

    def take(self):
        """Waits for a check whose prerequisites have finished and whose build folder is free."""
        with self.changed:
            while self.waiting and not self.is_stopped:
                for check in self.waiting:
                    if self.is_ready(check):
                        self.waiting.remove(check)
                        self.taken.append(check)
                        return check
                self.changed.wait()
        return None

    def is_ready(self, check):
        is_free = not check.builds or check.builds not in [other.builds for other in self.taken]
        return is_free and all(name in self.outcomes for name in check.after)

    # MARK: One check

    def attempt(self, check):
        if check in self.spare and time.monotonic() - self.began > 60 * self.minutes:
            return Outcome(SKIPPED, f"the other checks have taken more than {self.minutes} minutes")
        if reason := self.obstacle(check) or self.unmet(check):
            if self.is_strict:
                return Outcome(FAILED, f"skipped, which is an error with CI=true: {reason}")
            return Outcome(SKIPPED, reason)
        self.report.started(check)
        log, started = self.report.log(check), time.monotonic()
        reason = self.ran(check, log)
        if not reason and check.proof and not re.search(check.proof, log.read_text(errors="replace")):
            reason = f"it succeeded without testing anything: no output matches {check.proof}"
        return Outcome(FAILED if reason else PASSED, reason, time.monotonic() - started)

    def unmet(self, check):
        failed = [name for name in check.after if self.outcomes[name].result != PASSED]
        return f"needs {' and '.join(failed)}, which did not pass" if failed else ""

    def ran(self, check, log):
        """Runs a command with its output in `log`, and returns why it failed, or an empty string."""
        with log.open("wb") as file:
            process = subprocess.Popen(
                check.words(), cwd=self.root, env=environment() | check.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if self.is_verbose else file, stderr=subprocess.STDOUT, start_new_session=True,
            )
            self.processes.add(process)
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
                self.processes.discard(process)
        if expired.is_set():
            return f"no end after {check.minutes} minutes"
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
