"""Runs checks in parallel lanes, and accounts for each of them."""
import concurrent.futures
import os
import re
import signal
import subprocess
import threading
import time
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
    """One run. A check starts when its prerequisites have finished and its build folder is free."""

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

    def all(self):
        """Returns the outcome of every check, by name."""
        self.began, self.processes, self.outcomes = time.monotonic(), set(), {}
        waiting, running = [*longest_first(self.checks), *self.spare], {}
        with concurrent.futures.ThreadPoolExecutor(self.lanes) as pool:
            try:
                while waiting or running:
                    while len(running) < self.lanes and (check := self.next_ready(waiting, running.values())):
                        waiting.remove(check)
                        running[pool.submit(self.attempt, check)] = check
                    for done in concurrent.futures.wait(running, return_when="FIRST_COMPLETED").done:
                        check = running.pop(done)
                        self.outcomes[check.name] = done.result()
                        self.report.finished(check, done.result())
            except BaseException:
                for process in [*self.processes]:
                    end(process)
                raise
        return self.outcomes

    def next_ready(self, waiting, running):
        busy = {check.builds for check in running if check.builds}
        return next(
            (check for check in waiting
             if check.builds not in busy and all(name in self.outcomes for name in check.after)), None
        )

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
        try:
            reason = self.ran(check, log)
        except OSError as error:
            reason = f"it cannot be started: {error}"
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
                stdout=file, stderr=subprocess.STDOUT, start_new_session=True,
            )
            self.processes.add(process)
            expired = threading.Event()
            limit = threading.Timer(60 * check.minutes, lambda: (expired.set(), end(process)))
            limit.start()
            status = process.wait()
            limit.cancel()
            self.processes.discard(process)
        if expired.is_set():
            return f"no end after {check.minutes} minutes"
        if status < 0:
            return f"ended by {signal.Signals(-status).name}"
        return f"exit status {status}" if status else ""


def longest_first(checks):
    """Returns the checks in an order that keeps all lanes busy: first those on which the most time depends."""
    def remaining(check):
        return check.seconds + max((remaining(other) for other in checks if check.name in other.after), default=0)

    return sorted(checks, key=remaining, reverse=True)


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
