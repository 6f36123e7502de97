"""The command line of Scripts/Proofs/weakenings."""
import argparse
import re
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checkout import ROOT
from running import DriverError, Ending, minutes, run, say
from places import HALVES, Place, Weakening, listed, located, places_of

LOGS = ROOT / ".build/weakenings"
EXHAUSTED = ROOT / "Verification/Orderings/Exhausted.txt"
LIMIT, RUNS_AT_A_TIME = 7_200, 2
# A scenario with its numbers of schedules, and a place that it reached with the orders that made a difference.
SCENARIO = re.compile(r"^(\S+): \d+ threads, \d+ steps, ([\d +]+) schedules", re.M)
PLACE = re.compile(r"^(\S+) at (0x\w+\+\d)/(\d+)$", re.M)
FINDING = re.compile(r"^FAILED (\S+): (.*)", re.M)
DESCRIPTION = """Weakens every ordering and fence of the core, one at a time, and explores the scenarios in which it
makes a difference to what a thread may read, in weak mode. Each weakening is found, with a schedule that fails, or
exhausted: all schedules within the bounds pass without it, or are the same. Verification/Orderings/Exhausted.txt lists
those. The output of each run is in .build/weakenings."""


class Survey:
    """The scenarios of a program, and the places that each of them reaches."""

    def __init__(self, program: Path, options: argparse.Namespace):
        self.command = f"{program} --weak --bound {options.bound} --limit {options.limit} --random {options.random}"
        ending = self.explore("unweakened", "--sites")
        if not ending.is_good:
            raise DriverError(f"weak mode fails without any weakening ({ending.status}); see {LOGS}/unweakened.log")
        counts = {name: sum(map(int, text.split("+"))) for name, text in SCENARIO.findall(ending.output)}
        # The scenarios in which an order of a place makes a difference.
        self.affected = defaultdict(set)
        places = set()
        for name, text, effects in PLACE.findall(ending.output):
            places.add(Place(text))
            for half, order in HALVES.items():
                if int(effects) >> order & 1:
                    self.affected[Place(text), half].add(name)
        self.located = located(program, sorted(places, key=str))
        # The small ones first: most findings are in them.
        self.scenarios = sorted(counts, key=counts.get)

    def explore(self, title: str, options: str, scenarios=()) -> Ending:
        log = LOGS / f"{re.sub('[^A-Za-z0-9]+', '-', title)}.log"
        return run(" ".join([self.command, options, *scenarios]), ROOT, log, LIMIT)

    def attempt(self, weakening: Weakening) -> str:
        """Returns how exploring a weakening ended: "found", "exhausted", "not reached", or an error."""
        places = places_of(weakening, self.located)
        if not places:
            return "not reached"
        affected = set().union(*(self.affected[place, weakening.without] for place in places))
        if not affected:
            return "exhausted"
        options = " ".join(f"--weaken {place.without(weakening.without)}" for place in places)
        scenarios = [name for name in self.scenarios if name in affected]
        ending = self.explore(weakening.title, options, scenarios)
        if ending.is_good:
            return "exhausted"
        return "found" if FINDING.search(ending.output) else f"error: {ending.status}"

    def report(self, weakening: Weakening) -> str:
        started = time.monotonic()
        result = self.attempt(weakening)
        say(f"{weakening.file}:{weakening.line} {weakening.title}: {result}, {time.monotonic() - started:.0f} s")
        return result


def expected(weakenings: list[Weakening]) -> dict[str, str]:
    """Returns the expected result of each weakening, by its title."""
    results = {weakening.title: "found" for weakening in weakenings}
    for line in EXHAUSTED.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        result, title = line.split(": ", 1)
        if title not in results:
            raise DriverError(f"{EXHAUSTED.name}: {title} is not in the core")
        results[title] = result
    return results


def main(build) -> int:
    parser = argparse.ArgumentParser("Scripts/Proofs/weakenings", description=DESCRIPTION)
    parser.add_argument("--bound", type=int, default=2, metavar="N", help="preemptions and old stores; 2")
    parser.add_argument("--limit", type=int, default=3_000, metavar="N", help="schedules per bound; 3,000")
    parser.add_argument("--random", type=int, default=1_500, metavar="N", help="random schedules; 1,500")
    parser.add_argument("site", metavar="SITE", nargs="*", default=[""], help="only this file, or 'FILE FUNCTION'")
    options = parser.parse_args()
    started = time.monotonic()
    weakenings = listed(ROOT)
    known = expected(weakenings)
    chosen = [weakening for weakening in weakenings if weakening.site.startswith(tuple(options.site))]
    survey = Survey(build(), options)
    with ThreadPoolExecutor(RUNS_AT_A_TIME) as workers:
        results = list(workers.map(survey.report, chosen))
    different = {w.title: result for w, result in zip(chosen, results) if result != known[w.title]}
    for title, result in different.items():
        say(f"{title} is {result}; {EXHAUSTED.name} says: {known[title]}")
    # What is found although it was not so far only shortens the list.
    wrong = [title for title, result in different.items() if result != "found"]
    counts = Counter(results)
    say(
        f"weakenings: {len(chosen)} weakened, {counts['found']} found, {counts['exhausted']} exhausted,"
        f" {counts['not reached']} not reached, {len(wrong)} wrong, {minutes(time.monotonic() - started)}"
    )
    return 1 if wrong else 0
