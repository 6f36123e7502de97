"""The command line of Scripts/Proofs/orderings."""
import argparse
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor

from checkout import ROOT, Checkout
from running import DriverError, Ending, minutes, run, say
from sites import ORDERINGS, Weakening, numbered

FOLDER = ROOT / ".build/orderings"
LOGS = ".build/orderings/logs"
SILENT = ROOT / ORDERINGS / "Silent.toml"
# Optimized: the standard library, which writes the payloads, is only instrumented where it is inlined.
BUILD = """
swift build -c release --build-tests -Xswiftc -enable-testing --sanitize=thread \
  --scratch-path .build/tsan
"""
# Starts the test runner directly, because two runs of `swift test` in one folder block each other. Not in
# parallel, because each test has its own threads. The skipped test passes an array between threads by its reference
# count, which the sanitizer does not see.
RUN = """
.build/tsan/release/pledgePackageTests.xctest --testing-library swift-testing --no-parallel \
  --filter 'RaceTests|HandoverTests|CycleTests' --skip 'others look at what is pending'
"""
BUILD_LIMIT, RUN_LIMIT = 1_800, 300
# The second one is the only output of a test that runs in its own process.
REPORTS = ("WARNING: ThreadSanitizer: data race", "→ .exitCode(66)")
RUNS_AT_A_TIME = 2
# Factors of the rounds of further runs, if the first one did not report an expected race.
MORE = (1, 1, 3, 10)
# For --quick: one operation of each kind. All are reported within seconds.
QUICK = (
    "Attach.swift attach exchangeReleasing",
    "Undelivered.swift outcome loadAcquiring",
    "Settle.swift publish exchangeAcquiringAndReleasing",
    "Countdown.swift arrive pledge_subtract_acq_rel",
)

DESCRIPTION = """Weakens every ordering of the core, one at a time, and expects that the thread sanitizer
reports a race in the stress tests, or that Verification/Orderings/Silent.toml explains why it cannot.
The output of each run is in .build/orderings/logs."""


def silences(text: str, weakenings: list[Weakening]) -> set[str]:
    """Returns the titles of the weakenings that no run can report; a site stands for all of its titles."""
    found = set()
    for entry in tomllib.loads(text)["silent"]:
        for name in entry["weakened"]:
            titles = {weakening.title for weakening in weakenings if name in (weakening.site, weakening.title)}
            if not titles or titles & found:
                problem = "is listed twice" if titles else "is not in the core"
                raise DriverError(f"{SILENT.name}: {name} {problem}")
            found |= titles
    return found


class Run:
    """One run of the script."""

    def __init__(self, checkout: Checkout, silent: set[str], rounds: int):
        self.checkout, self.silent, self.rounds = checkout, silent, rounds

    def all(self, weakenings: list[Weakening], texts: dict[str, str]) -> int:
        """Tries each weakening; returns the exit code of the process."""
        started = time.monotonic()
        self.checkout.update()
        for name, text in texts.items():
            (self.checkout.root / name).write_text(text)
        say("Building the tests with numbered orderings …")
        built = run(BUILD, self.checkout.root, ROOT / LOGS / "build.log", BUILD_LIMIT)
        if not built.is_good:
            raise DriverError(f"the copy does not build ({built.status}); see {LOGS}/build.log")
        baseline = self.stress(0, self.rounds)
        if not baseline.is_good:
            raise DriverError(f"the tests fail without any weakening ({baseline.status}); see {LOGS}/0.log")
        say(f"Green without any ordering weakened, {baseline.seconds:.0f} s")
        with ThreadPoolExecutor(RUNS_AT_A_TIME) as workers:
            endings = list(workers.map(self.attempt, weakenings))
        wrong = sum(map(bool, map(self.problem, weakenings, endings)))
        reported = sum(map(is_reported, endings))
        say(
            f"orderings: {len(endings)} weakened, {reported} reported, {len(endings) - reported} silent,"
            f" {wrong} wrong, {minutes(time.monotonic() - started)}"
        )
        return 1 if wrong else 0

    def attempt(self, weakening: Weakening) -> Ending:
        ending = self.stress(weakening.number, self.rounds)
        for more in MORE if weakening.title not in self.silent else ():
            if is_reported(ending) or not ending.is_good:
                break
            ending = self.stress(weakening.number, more * self.rounds)
        problem = self.problem(weakening, ending)
        result = f"error: {problem}" if problem else "reported" if is_reported(ending) else "silent"
        say(f"{weakening}: {result}, {ending.seconds:.0f} s")
        return ending

    def stress(self, number: int, rounds: int) -> Ending:
        """Runs the stress tests with ordering `number` weakened, until the first report."""
        environment = {
            "PLEDGE_WEAKENED": str(number), "PLEDGE_ROUNDS": str(rounds), "TSAN_OPTIONS": "halt_on_error=1"
        }
        return run(RUN, self.checkout.root, ROOT / LOGS / f"{number}.log", RUN_LIMIT, environment)

    def problem(self, weakening: Weakening, ending: Ending) -> str:
        """Returns the problem with the result of a weakening, or an empty string."""
        is_known = weakening.title in self.silent
        if is_reported(ending):
            return f"is reported; remove it from {SILENT.name}" if is_known else ""
        if not ending.is_good:
            return f"fails, but is not reported ({ending.status}); see {LOGS}/{weakening.number}.log"
        return "" if is_known else f"is not reported; write the test, or give the reason in {SILENT.name}"


def is_reported(ending: Ending) -> bool:
    return any(report in ending.output for report in REPORTS)


def main() -> int:
    parser = argparse.ArgumentParser("Scripts/Proofs/orderings", description=DESCRIPTION)
    parser.add_argument("--quick", action="store_true", help="only try a few of them")
    parser.add_argument("--rounds", type=int, default=1_000, metavar="N", help="rounds of each test; 1,000")
    parser.add_argument(
        "site", metavar="SITE", nargs="*", default=[""], help="only this file of the core, or 'FILE FUNCTION'"
    )
    options = parser.parse_args()
    texts, weakenings = numbered(ROOT)
    silent, checkout = silences(SILENT.read_text(), weakenings), Checkout(FOLDER / "checkout")
    chosen = [w for w in weakenings if w.site.startswith(QUICK if options.quick else tuple(options.site))]
    if not chosen:
        parser.error(f"there is no ordering in {', '.join(options.site)}")
    with checkout.taken():
        return Run(checkout, silent, options.rounds).all(chosen, texts)
