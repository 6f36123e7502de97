"""The command line of Scripts/Proofs/orderings."""
import argparse
import os
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from checkout import ROOT, Checkout
from running import Ending, Trouble, complain, minutes, run, say
from sites import ORDERINGS, Numbering, Weakening

FOLDER = ROOT / ".build/orderings"
SILENT = ROOT / ORDERINGS / "Silent.toml"
# Optimised: what is written into a payload is written by the standard library, which is only
# instrumented where it is inlined.
BUILD = """
swift build -c release --build-tests -Xswiftc -enable-testing --sanitize=thread \
  --scratch-path .build/tsan
"""
BUILD_LIMIT = 1_800
# The runner itself: `swift test` would not run twice at a time in one folder. One test after the
# other, since each has threads of its own, which would wait for each other more than they race.
# Without one in which an array is handed on by its reference count, which the sanitizer does not
# see.
RUN = """
.build/tsan/release/pledgePackageTests.xctest --testing-library swift-testing --no-parallel \
  --filter RaceTests --skip 'others look at what is pending'
"""
RUN_LIMIT = 300
# The second is all that is said of a test in a process of its own.
REPORTS = ("WARNING: ThreadSanitizer: data race", "→ .exitCode(66)")
RUNS_AT_A_TIME = 2
# How many times as many rounds are run where the first run has shown nothing that it should.
MORE = (1, 1, 3, 10)
# What --quick tries: some of every kind of operation, all of which a second or two shows.
QUICK = (
    "Attach.swift attach exchangeReleasing",
    "Cell.swift outcome loadAcquiring",
    "Settle.swift publish exchangeAcquiringAndReleasing",
    "Countdown.swift arrive pledge_subtract_acq_rel",
)

DESCRIPTION = """Weakens every ordering of the core, one at a time, and expects that the thread
sanitizer reports a race in the stress tests, or that Verification/Orderings/Silent.toml says why it
cannot. What each run prints is in .build/orderings/logs."""


@dataclass(frozen=True)
class Finding:
    """What became of a weakening."""

    weakening: Weakening
    ending: Ending

    @property
    def is_reported(self) -> bool:
        return any(report in self.ending.output for report in REPORTS)


def main(arguments: list[str]) -> int:
    options = parsed(arguments)
    try:
        numbering = Numbering()
        silent = silences(SILENT.read_text(), numbering.weakenings)
        chosen = choose(numbering.weakenings, options)
        checkout = Checkout(FOLDER / "checkout")
        with checkout.taken():
            return check(numbering, chosen, silent, checkout, options.rounds)
    except Trouble as trouble:
        return complain(trouble)


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("Scripts/Proofs/orderings", description=DESCRIPTION)
    parser.add_argument("--quick", action="store_true", help="only try a handful of them")
    parser.add_argument(
        "--rounds", type=int, default=1_000, metavar="N",
        help="how many rounds each stress test runs (1,000)",
    )
    parser.add_argument(
        "place", metavar="FILE[:LINE]", nargs="*",
        help="only what is weakened in this file of the core, or in this line of it",
    )
    return parser.parse_args(arguments)


def choose(weakenings: list[Weakening], options: argparse.Namespace) -> list[Weakening]:
    if options.quick:
        return [w for w in weakenings if w.site in QUICK]
    found = [w for w in weakenings if not options.place or stands_at(w, options.place)]
    if not found:
        raise Trouble(f"there is no ordering in {', '.join(options.place)}")
    return found


def stands_at(weakening: Weakening, places: list[str]) -> bool:
    name = os.path.basename(weakening.file)
    return any(place in (name, f"{name}:{weakening.line}") for place in places)


def silences(text: str, weakenings: list[Weakening]) -> set[str]:
    """Reads which weakenings no run can show, each of which there has to be."""
    known = {weakening.title for weakening in weakenings}
    found: set[str] = set()
    for entry in tomllib.loads(text).get("silent", []):
        if entry.keys() != {"reason", "weakened"}:
            raise Trouble(f"{SILENT.name}: an entry has a reason and what is weakened: {entry}")
        for title in entry["weakened"]:
            if title not in known:
                raise Trouble(f"{SILENT.name}: there is no {title}")
            if title in found:
                raise Trouble(f"{SILENT.name}: {title} stands twice")
            found.add(title)
    return found


def check(
    numbering: Numbering,
    chosen: list[Weakening],
    silent: set[str],
    checkout: Checkout,
    rounds: int,
) -> int:
    """Tries what is chosen, and answers what the process exits with."""
    started = time.monotonic()
    checkout.update(numbering.texts)
    say("Building the tests with numbered orderings …")
    built = run(BUILD, checkout.root, FOLDER / "logs/build.log", BUILD_LIMIT)
    if not built.is_good:
        log = ".build/orderings/logs/build.log"
        raise Trouble(f"the copy does not build ({built.words}); see {log}")
    sound = stress(0, checkout, rounds)
    if not sound.is_good:
        place = "see .build/orderings/logs/0.log"
        raise Trouble(f"red without any ordering weakened ({sound.words}); {place}")
    say(f"Green without any ordering weakened, {sound.seconds:.0f} s")
    with ThreadPoolExecutor(RUNS_AT_A_TIME) as workers:
        findings = list(workers.map(lambda w: attempt(w, silent, checkout, rounds), chosen))
    return conclude(findings, silent, time.monotonic() - started)


def attempt(
    weakening: Weakening,
    silent: set[str],
    checkout: Checkout,
    rounds: int,
) -> Finding:
    finding = Finding(weakening, stress(weakening.number, checkout, rounds))
    for more in MORE if weakening.title not in silent else ():
        if finding.is_reported or not finding.ending.is_good:
            break
        finding = Finding(weakening, stress(weakening.number, checkout, more * rounds))
    say(f"{weakening}: {verdict(finding, silent)}, {finding.ending.seconds:.0f} s")
    return finding


def stress(number: int, checkout: Checkout, rounds: int) -> Ending:
    """Runs the stress tests with the ordering of that number weakened, until the first report."""
    environment = {
        "PLEDGE_WEAKENED": str(number),
        "PLEDGE_ROUNDS": str(rounds),
        "TSAN_OPTIONS": "halt_on_error=1",
    }
    log = FOLDER / f"logs/{number}.log"
    return run(RUN, checkout.root, log, RUN_LIMIT, environment)


def verdict(finding: Finding, silent: set[str]) -> str:
    if finding.is_reported:
        return "reported"
    if not finding.ending.is_good:
        return f"red, but not reported ({finding.ending.words})"
    return "silent, as is known" if finding.weakening.title in silent else "SILENT"


def conclude(
    findings: list[Finding], silent: set[str], seconds: float
) -> int:
    errors = [error for finding in findings if (error := objection(finding, silent))]
    for error in errors:
        say(f"error: {error}")
    reported = sum(finding.is_reported for finding in findings)
    say(
        f"orderings: {len(findings)} weakened, {reported} reported,"
        f" {len(findings) - reported} silent, {len(errors)} wrong, {minutes(seconds)}"
    )
    return 1 if errors else 0


def objection(finding: Finding, silent: set[str]) -> str | None:
    """Says what is wrong with a finding, if anything is."""
    weakening = finding.weakening
    is_known = weakening.title in silent
    if finding.is_reported:
        return f"{weakening} is reported; take it out of {SILENT.name}" if is_known else None
    if not finding.ending.is_good:
        log = f".build/orderings/logs/{weakening.number}.log"
        return f"{weakening} is red, but not reported ({finding.ending.words}); see {log}"
    if is_known:
        return None
    return f"{weakening} is not reported; write the test, or say why not in {SILENT.name}"
