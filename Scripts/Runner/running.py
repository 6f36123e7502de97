"""Runs checks in parallel lanes, and accounts for each of them."""
import re
import threading
import time
import traceback
from dataclasses import dataclass

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass(frozen=True)
class Outcome:
    result: str
    # The reason why it failed or was skipped.
    reason: str = ""
    seconds: float = 0


class Run:
    """One run. A check has an outcome only after a lane has taken and finished it."""

    def __init__(
        self, checks, processes, report, logs, obstacle, lanes, is_strict, is_verbose=False, spare=(), minutes=0
    ):
        self.checks = {check.name: check for check in [*checks, *spare]}
        # These start last, and only if the run has not yet taken that many minutes.
        self.spare, self.minutes, self.began = spare, minutes, time.monotonic()
        self.processes, self.report, self.logs = processes, report, logs
        # Returns why a check cannot run on this machine, or an empty string.
        self.obstacle = obstacle
        self.lanes, self.is_strict, self.is_verbose = lanes, is_strict, is_verbose
        self.waiting = list(self.checks.values())
        self.taken, self.outcomes, self.broken = [], {}, []
        self.is_stopped = False
        self.changed = threading.Condition()

    def all(self):
        """Returns the outcome of every check, in the order of the table."""
        threads = [threading.Thread(target=self.lane) for _ in range(self.lanes)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            self.stop()
            self.processes.end()
            raise
        return {name: self.outcomes.get(name) or self.missing(name) for name in self.checks}

    def missing(self, name):
        reason = "was planned, but has not finished"
        if self.broken:
            reason += "; a lane of the runner died:\n" + "\n".join(self.broken)
        outcome = Outcome(FAILED, reason)
        self.report.finished(self.checks[name], outcome)
        return outcome

    def stop(self):
        with self.changed:
            self.is_stopped = True
            self.changed.notify_all()

    def lane(self):
        try:
            while check := self.take():
                self.finish(check, self.attempt(check))
        except BaseException:
            self.broken.append(traceback.format_exc())
            self.stop()

    # MARK: The next check

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

    def finish(self, check, outcome):
        with self.changed:
            self.outcomes[check.name] = outcome
            self.taken.remove(check)
            self.changed.notify_all()
        self.report.finished(check, outcome)

    # MARK: One check

    def attempt(self, check):
        if check in self.spare and time.monotonic() - self.began > 60 * self.minutes:
            return Outcome(SKIPPED, f"the other checks have taken more than {self.minutes} minutes")
        if reason := self.obstacle(check) or self.unmet(check):
            if self.is_strict:
                return Outcome(FAILED, f"skipped, which is an error with CI=true: {reason}")
            return Outcome(SKIPPED, reason)
        self.report.started(check)
        log, started = self.logs / f"{check.name}.log", time.monotonic()
        reason = self.processes.run(check, log, self.is_verbose)
        if not reason and check.proof and not re.search(check.proof, text(log)):
            reason = f"it succeeded without testing anything: no output matches {check.proof}"
        return Outcome(FAILED if reason else PASSED, reason, time.monotonic() - started)

    def unmet(self, check):
        failed = [name for name in check.after if self.outcomes[name].result != PASSED]
        return f"needs {' and '.join(failed)}, which did not pass" if failed else ""


def text(log):
    return log.read_text(errors="replace") if log.exists() else ""
