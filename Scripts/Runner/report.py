"""The output of a run, and the durations that it stores."""
import json
import pathlib
import re
import shlex
import threading

from checks import Tier
from running import FAILED, PASSED, SKIPPED, text

ERROR = re.compile(
    r"^(?:[^ |].*)?error:|✘|^failed|^(?:ERROR|FAIL): |^[A-Za-z_.]+(?:Error|Exception): "
)
LINES, COLUMNS = 40, 1000


class Report:
    """Prints a line or two for each check as it runs, and a summary at the end."""

    def __init__(self, logs):
        self.logs = logs
        self.failures, self.skips = [], []
        self.lock = threading.Lock()

    def started(self, check):
        self.say(f"==> {check.name}: {check.title}")

    def finished(self, check, outcome):
        log = self.logs / f"{check.name}.log"
        if outcome.result == PASSED:
            self.say(f"passed: {check.name}, {outcome.seconds:.0f} s: {last_line(text(log))}")
        elif outcome.result == SKIPPED:
            self.skips.append(f"skipped: {check.name}: {outcome.reason}")
            self.say(self.skips[-1])
        else:
            self.failures.append(failure(check, outcome, log))
            self.say(self.failures[-1])

    def say(self, line):
        with self.lock:
            print(line, flush=True)

    def conclude(self, outcomes):
        """Prints the durations, longest first, then failed and skipped checks, then their numbers."""
        ran = [(outcome.seconds, name) for name, outcome in outcomes.items() if outcome.seconds]
        print("\n==> Durations")
        for seconds, name in sorted(ran, reverse=True):
            print(f"{seconds:7.0f} s  {name}")
        if self.failures:
            print("\n==> Failed checks", *self.failures, sep="\n")
        print(*["", *self.skips], sep="\n")
        results = [outcome.result for outcome in outcomes.values()]
        counts = f"{results.count(PASSED)} passed, {results.count(FAILED)} failed"
        skipped = results.count(SKIPPED)
        print(f"{counts}, {skipped} skipped" if skipped else counts, flush=True)


def failure(check, outcome, log):
    """Describes a failed check: its errors, or the end of its log, and the command to repeat it."""
    lines = [f"FAILED: {check.name}: {check.title}", outcome.reason]
    # The log is from an earlier run if this one did not start the check.
    if outcome.seconds:
        lines += [*excerpt(text(log)), f"The whole output is in {log}"]
    lines.append(f"Repeat it with: Scripts/test {check.name}    ({shlex.join(check.line())})")
    return "\n".join(lines) + "\n"


def excerpt(log):
    lines = log.splitlines()
    errors = list(dict.fromkeys(line for line in lines if ERROR.search(line)))
    return [line[:COLUMNS] for line in errors[:LINES] or lines[-LINES:]]


def last_line(log):
    return next((line for line in reversed(log.splitlines()) if line.strip()), "")[:200]


# MARK: Durations of earlier runs


def durations(logs):
    try:
        return json.loads((logs / "durations.json").read_text())
    except (OSError, ValueError):
        return {}


def keep(logs, outcomes):
    """Stores the durations of the checks that passed, in addition to those of earlier runs."""
    taken = {n: round(o.seconds, 1) for n, o in outcomes.items() if o.result == PASSED}
    (logs / "durations.json").write_text(json.dumps(durations(logs) | taken, indent=1) + "\n")


def stated():
    """Returns the durations on a machine with two cores, for those that have not run here yet."""
    return durations(pathlib.Path(__file__).parent)


def listing(checks, logs):
    """Yields a line for each check: its name, its tier, its duration, and its claim."""
    known, here = stated(), durations(logs)
    yield "The durations are those of the last run here, or, after ~, of a machine with two cores; – is unknown."
    for check in checks:
        seconds = here.get(check.name, known.get(check.name))
        shown = "–" if seconds is None else f"{'' if check.name in here else '~'}{seconds:.0f} s"
        yield f"{check.name:24}{check.tier.value:9}{shown:>8}  {check.title}"


def summary(checks):
    """Describes how long each tier takes on two cores, where a second lane saves a fifth of the time."""
    known, minutes = stated(), {}
    for check in checks:
        minutes[check.tier] = minutes.get(check.tier, 0) + known.get(check.name, 0) / 75
    quick, change = minutes.get(Tier.QUICK, 0), minutes.get(Tier.CHANGE, 0)
    return (
        f"On two cores, the quick checks take about {quick:.0f} minutes, those of a change {quick + change:.0f}, and those"
        " of the night many hours."
    )
