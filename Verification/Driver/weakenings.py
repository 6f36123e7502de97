"""The command line of Scripts/Proofs/weakenings."""
import argparse
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checkout import ROOT
from places import Weakening, listed, located, places_of
from running import DriverError, Ending, minutes, run, say

LOGS = ROOT / ".build/weakenings"
LIST = ROOT / "Verification/Weakenings.txt"
LIMIT, RUNS_AT_A_TIME = 7_200, 2
PLACE = re.compile(r"^place (0x\w+\+\d)$", re.M)
FINDING = re.compile(r"^FAILED (\S+): ", re.M)
DESCRIPTION = """Weakens every ordering and fence of the core, and explores the scenarios in weak mode.
Verification/Weakenings.txt names the scenario that fails then, or says that none does: these are weakened together.
One that is not listed is searched for in all scenarios. The output of each run is in .build/weakenings. The other
options are those of Scripts/Proofs/schedules."""


def known() -> dict[str, str]:
    """Returns what Weakenings.txt says, by the titles of the weakenings."""
    lines = [line.split(": ", 1) for line in LIST.read_text().splitlines() if line and line[0] != "#"]
    return {title: scenario for scenario, title in lines}


class Program:
    """The schedules in weak mode, whose operations can be weakened at run time."""

    def __init__(self, program: Path, options: str, weakenings: list[Weakening]):
        self.command, self.known = f"{program} --weak {options}", known()
        if unknown := self.known.keys() - {weakening.title for weakening in weakenings}:
            raise DriverError(f"{LIST.name}: {sorted(unknown)[0]} is not in the core")
        ending = self.explore("places", "--bound 1 --random 200 --places")
        if not ending.is_good:
            raise DriverError(f"weak mode fails without any weakening ({ending.status}); see {LOGS}/places.log")
        self.located = located(program, PLACE.findall(ending.output))
        self.hidden = [weakening for weakening in weakenings if self.known.get(weakening.title) == "none"]

    def explore(self, title: str, options: str, scenario: str = "") -> Ending:
        log = LOGS / f"{re.sub('[^A-Za-z0-9]+', '-', title)}.log"
        return run(f"{self.command} {options} {scenario}", ROOT, log, LIMIT)

    def failing(self, title: str, weakenings: list[Weakening], scenario: str = "") -> str:
        """Returns the scenario that fails with these weakenings, or "none"."""
        places = {place for weakening in weakenings for place in places_of(weakening, self.located)}
        options = " ".join(f"--weaken {place}" for place in sorted(places))
        # One scenario may take longer.
        ending = self.explore(title, options + " --limit 100000" * bool(scenario), scenario)
        found = FINDING.search(ending.output)
        return "none" if ending.is_good else found[1] if found else f"error ({ending.status})"

    def attempt(self, weakening: Weakening) -> bool:
        """Tries a weakening that is not listed as hidden; returns whether the result is the expected one."""
        expected = self.known.get(weakening.title, "")
        scenario = expected.removeprefix("with others, ")
        result = self.failing(weakening.title, [weakening], scenario) if scenario == expected else "none"
        if result == "none":
            result = self.failing(weakening.title, [weakening, *self.hidden], scenario)
            result = result if result == "none" else f"with others, {result}"
        say(f"{weakening.title}: {result}" if result == expected else f"{result}: {weakening.title} is not listed so")
        return result == expected


def main(build) -> int:
    parser = argparse.ArgumentParser("Scripts/Proofs/weakenings", description=DESCRIPTION)
    parser.add_argument("--site", default="", help="only this file, or 'FILE FUNCTION', and not the hidden ones")
    options, others = parser.parse_known_args()
    started = time.monotonic()
    weakenings = listed(ROOT)
    program = Program(build(), " ".join(others), weakenings)
    shown = [w for w in weakenings if w not in program.hidden and w.site.startswith(options.site)]
    with ThreadPoolExecutor(RUNS_AT_A_TIME) as workers:
        wrong = list(workers.map(program.attempt, shown)).count(False)
    if not options.site and (failing := program.failing("hidden", program.hidden)) != "none":
        say(f"{failing} fails with the hidden weakenings; see {LOGS}/hidden.log")
        wrong += 1
    together = sum(program.known.get(w.title, "").startswith("with others") for w in shown)
    unreached = sum(not places_of(w, program.located) for w in program.hidden)
    say(
        f"weakenings: {len(shown) - together} found alone, {together} found with others, {len(program.hidden)} hidden,"
        f" of which {unreached} are not reached, {wrong} wrong, {minutes(time.monotonic() - started)}"
    )
    return 1 if wrong else 0
