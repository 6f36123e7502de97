"""The output of a run."""
import re
import threading

from running import FAILED, PASSED, SKIPPED

ERROR = re.compile(r"^(?:[^ |].*)?error:|✘|^failed|^(?:ERROR|FAIL): |^[A-Za-z_.]+(?:Error|Exception): ")
LINES, COLUMNS, SLOWEST = 40, 1000, 5


class Report:
    """Prints a line or two for each check as it runs, and a summary at the end."""

    def __init__(self, logs):
        self.logs = logs
        self.failures, self.skips = [], []
        self.lock = threading.Lock()

    def log(self, check):
        return self.logs / f"{check.name}.log"

    def started(self, check):
        self.say(f"==> {check.name}: {check.protects}")

    def finished(self, check, outcome):
        if outcome.result == PASSED:
            last = last_line(self.log(check))
            self.say(f"passed: {check.name}, {outcome.seconds:.0f} s" + (last and f": {last}"))
        elif outcome.result == SKIPPED:
            self.skips.append(f"skipped: {check.name}: {outcome.reason}")
            self.say(self.skips[-1])
        else:
            self.failures.append(failure(check, outcome, self.log(check)))
            self.say(self.failures[-1])

    def say(self, line):
        with self.lock:
            print(line, flush=True)

    def conclude(self, outcomes):
        """Prints failed and skipped checks, the slowest ones, and the numbers of each."""
        ran = sorted(((outcome.seconds, name) for name, outcome in outcomes.items() if outcome.seconds), reverse=True)
        if self.failures:
            print("\n==> Failed checks", *self.failures, sep="\n")
        print(*["", *self.skips, f"==> The slowest of {len(ran)} checks"], sep="\n")
        for seconds, name in ran[:SLOWEST]:
            print(f"{seconds:7.0f} s  {name}")
        results = [outcome.result for outcome in outcomes.values()]
        counts = f"{results.count(PASSED)} passed, {results.count(FAILED)} failed"
        skipped = results.count(SKIPPED)
        print(f"{counts}, {skipped} skipped" if skipped else counts, flush=True)


def failure(check, outcome, log):
    """Describes a failed check: its errors, or the end of its log, and the command to repeat it."""
    lines = [f"FAILED: {check.name}: {check.protects}", outcome.reason]
    # The log is from an earlier run if this one did not start the check.
    if outcome.seconds and log.exists():
        lines += [*excerpt(log.read_text(errors="replace")), f"The whole output is in {log}"]
    lines.append(f"Repeat it with: Scripts/test {check.name}    ({check.line()})")
    return "\n".join(lines) + "\n"


def excerpt(log):
    lines = log.splitlines()
    errors = list(dict.fromkeys(line for line in lines if ERROR.search(line)))
    return [line[:COLUMNS] for line in errors[:LINES] or lines[-LINES:]]


def last_line(log):
    lines = log.read_text(errors="replace").splitlines()
    return next((line for line in reversed(lines) if line.strip()), "")[:200]


# MARK: The table


def listing(checks):
    """Yields a line for each check: its name, its tier, its duration on two cores, and what it protects."""
    for check in checks:
        seconds = f"{check.seconds} s" if check.seconds else "–"
        yield f"{check.name:18}{check.tier.value:9}{seconds:>6}  {check.protects}"
