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
# Before a scenario that fails only if those are weakened, too, that are not listed.
TOGETHER = "with others, "
PLACE = re.compile(r"^place (0x\w+\+\d)$", re.M)
FINDING = re.compile(r"^FAILED (\S+): ", re.M)
DESCRIPTION = """Weakens the orderings and fences of the core, in weak mode. Verification/Weakenings.txt names the scenario
that must fail if one is weakened. All scenarios must pass if those are weakened together that it does not list. The
output of each run is in .build/weakenings. The other options are those of Scripts/Proofs/schedules."""


def known() -> dict[str, str]:
    """Returns the scenarios, by the titles of the weakenings."""
    lines = [line.split(": ", 1) for line in LIST.read_text().splitlines() if line and line[0] != "#"]
    return {title: scenario for scenario, title in lines}


class Program:
    """The schedules in weak mode, whose operations can be weakened at run time."""

    def __init__(self, program: Path, options: str):
        self.command, self.known, weakenings = f"{program} --weak {options}", known(), listed(ROOT)
        if unknown := self.known.keys() - {weakening.title for weakening in weakenings}:
            raise DriverError(f"{LIST.name}: {sorted(unknown)[0]} is not in the core")
        ending = self.explore("places", "--bound 1 --random 200 --places")
        if not ending.is_good:
            raise DriverError(f"weak mode fails without any weakening ({ending.status}); see {LOGS}/places.log")
        self.located = located(program, PLACE.findall(ending.output))
        self.shown = [weakening for weakening in weakenings if weakening.title in self.known]
        self.hidden = [weakening for weakening in weakenings if weakening.title not in self.known]

    def explore(self, title: str, options: str, scenario: str = "") -> Ending:
        log = LOGS / f"{re.sub('[^A-Za-z0-9]+', '-', title)}.log"
        return run(f"{self.command} {options} {scenario}", ROOT, log, LIMIT)

    def failing(self, title: str, weakenings: list[Weakening], scenario: str = "") -> str:
        """Returns the scenario that fails with these weakenings, "none", or an error."""
        places = {place for weakening in weakenings for place in places_of(weakening, self.located)}
        options = " ".join(f"--weaken {place}" for place in sorted(places))
        # One scenario may take longer.
        ending = self.explore(title, options + " --limit 100000" * bool(scenario), scenario)
        found = FINDING.search(ending.output)
        return "none" if ending.is_good else found[1] if found else f"error ({ending.status})"

    def attempt(self, weakening: Weakening) -> bool:
        """Returns whether the scenario fails that the list names."""
        expected = self.known[weakening.title]
        scenario = expected.removeprefix(TOGETHER)
        weakened = [weakening] + (self.hidden if scenario != expected else [])
        is_found = self.failing(weakening.title, weakened, scenario) == scenario
        say(f"{weakening.title}: {'found' if is_found else 'not found'} by {expected}")
        return is_found


def main(build) -> int:
    parser = argparse.ArgumentParser("Scripts/Proofs/weakenings", description=DESCRIPTION)
    options = parser.parse_known_args()[1]
    started = time.monotonic()
    program = Program(build(), " ".join(options))
    with ThreadPoolExecutor(RUNS_AT_A_TIME) as workers:
        wrong = list(workers.map(program.attempt, program.shown)).count(False)
    if (failing := program.failing("hidden", program.hidden)) != "none":
        say(f"{failing} fails if all others are weakened; see {LOGS}/hidden.log")
        wrong += 1
    together = sum(scenario.startswith(TOGETHER) for scenario in program.known.values())
    unreached = sum(not places_of(weakening, program.located) for weakening in program.hidden)
    say(
        f"weakenings: {len(program.shown) - together} found alone, {together} with others; {len(program.hidden)} others pass"
        f" together, {unreached} are not reached; {wrong} wrong, {minutes(time.monotonic() - started)}"
    )
    return 1 if wrong else 0
