"""The command line of Scripts/Proofs/weakenings."""
import argparse
import json
import re
import subprocess
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checkout import ROOT
from running import DriverError, Ending, minutes, run, say

LOGS = ROOT / ".build/weakenings"
LIST = ROOT / "Verification/Weakenings.txt"
LIMIT, RUNS_AT_A_TIME = 7_200, 2
# Before a scenario that fails only if those are weakened, too, that are not listed.
TOGETHER = "with others, "
FINDING = re.compile(r"^FAILED (\S+): ", re.M)
DESCRIPTION = """Weakens the orderings and fences of the core, in weak mode. Verification/Weakenings.txt names the scenario
that must fail if one is weakened. All scenarios must pass if those are weakened together that it does not list. The
output of each run is in .build/weakenings. The other options are those of Scripts/Proofs/schedules."""

SOURCES = [path for name in ("PledgeCore", "PledgeSupport") for path in (ROOT / "Sources" / name).rglob("*.swift")]
# Define the operations.
DEFINITIONS = ("AtomicWord.swift", "CPledge.h", "<compiler-generated>")
CALL = re.compile(
    r"(?<=\.)((?:load|store|insert|remove|exchange)\w*(?:Acquiring|Releasing))\("
    r"|\b(pledge_(?:fence|acquire_fence|(?!lock_)\w+_(?:acquire|release|acq_rel)))\("
)
DECLARATION = re.compile(r"^  (?:[^ /].*)?\b(?:func|var) (\w+)|^  (deinit)|^static .*?\b(\w+)\(")
# What an operation can lose, and the order of the compiler that is taken from it.
LOSSES = {"acquiring": 2, "releasing": 3, "fencing": 5}
# The compiler merges the calls of this operation at the ends of a function, so that they have no line.
MERGED = "Claim.swift unpin removeAcquiringAndReleasing"


def listed() -> dict[str, tuple[str, int, int]]:
    """Returns the file, the line, and what is lost, of each weakening by its title, which does not depend on lines."""
    found = {}
    for path in sorted(SOURCES, key=lambda path: path.name):
        seen: Counter[str] = Counter()
        function = ""
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if declared := DECLARATION.match(line):
                function = next(name for name in declared.groups() if name)
            for call in CALL.finditer(line.split("//")[0] if path.name not in DEFINITIONS else ""):
                operation = call[1] or call[2]
                site = f"{path.name} {function} {operation}"
                seen[site] += 1
                site += f" #{seen[site]}" if seen[site] > 1 else ""
                halves = [half for half in ("acquiring", "releasing") if half[:3] in operation.lower()]
                for loss in halves or ["fencing"]:
                    found[f"{site}, not {loss}"] = (path.name, number, LOSSES[loss])
    return found


def known() -> dict[str, str]:
    """Returns the scenarios, by the titles of the weakenings."""
    lines = [line.split(": ", 1) for line in LIST.read_text().splitlines() if line and line[0] != "#"]
    return {title: scenario for scenario, title in lines}


def located(program: Path, places: list[str]) -> dict[tuple[str, int], list[str]]:
    """Returns the places of each line; those that the compiler merged have the line 0.

    The explorer prints a place as the address to which the call of an operation returns, and its order."""
    calls = "\n".join(hex(int(place.split("+")[0], 16) - 1) for place in places)
    command = ["llvm-symbolizer", "--exe", program, "--output-style=JSON"]
    symbols = subprocess.run(command, input=calls, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = defaultdict(list)
    for place, line in zip(places, symbols.splitlines(), strict=True):
        frames = [(Path(frame["FileName"]).name, frame["Line"]) for frame in json.loads(line)["Symbol"]]
        # The innermost function that does not define an operation.
        known = [(name, line) for name, line in frames if line and name not in DEFINITIONS]
        found[known[0] if known else ("", 0)].append(place)
    return found


class Program:
    """The schedules in weak mode, whose operations can be weakened at run time."""

    def __init__(self, program: Path, options: str):
        self.command, self.shown, self.weakenings = f"{program} --weak {options}", known(), listed()
        if unknown := self.shown.keys() - self.weakenings.keys():
            raise DriverError(f"{LIST.name}: {sorted(unknown)[0]} is not in the core")
        self.hidden = [title for title in self.weakenings if title not in self.shown]
        ending = self.explore("places", "--bound 1 --random 200 --places")
        if not ending.is_good:
            raise DriverError(f"weak mode fails without any weakening ({ending.status}); see {LOGS}/places.log")
        self.located = located(program, re.findall(r"^place (0x\w+\+\d)$", ending.output, re.M))

    def places(self, title: str) -> set[str]:
        """Returns the places of the operation, with what it loses there."""
        *line, lost = self.weakenings[title]
        keys = [tuple(line)] + [("", 0)] * title.startswith(MERGED)
        found = [place.split("+") for key in keys for place in self.located.get(key, ())]
        # One that acquires and releases has the order 4.
        return {f"{address}+{lost}" for address, order in found if int(order) in (lost, 4)}

    def explore(self, title: str, options: str) -> Ending:
        return run(f"{self.command} {options}", ROOT, LOGS / f"{re.sub('[^A-Za-z0-9]+', '-', title)}.log", LIMIT)

    def failing(self, title: str, weakened: list[str], options: str = "") -> str:
        """Returns the scenario that fails with these weakenings, "none", or an error."""
        places = sorted(set().union(*map(self.places, weakened)))
        ending = self.explore(title, " ".join([f"--weaken {place}" for place in places] + [options]))
        found = FINDING.search(ending.output)
        return "none" if ending.is_good else found[1] if found else f"error ({ending.status})"

    def attempt(self, title: str) -> bool:
        """Returns whether the scenario fails that the list names."""
        scenario = self.shown[title].removeprefix(TOGETHER)
        weakened = [title] + (self.hidden if scenario != self.shown[title] else [])
        # One scenario may take longer.
        is_found = self.failing(title, weakened, f"--limit 100000 {scenario}") == scenario
        say(f"{title}: {'found' if is_found else 'not found'} by {self.shown[title]}")
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
    together = sum(scenario.startswith(TOGETHER) for scenario in program.shown.values())
    unreached = sum(not program.places(title) for title in program.hidden)
    say(
        f"weakenings: {len(program.shown) - together} found alone, {together} with others; {len(program.hidden)} others pass"
        f" together, {unreached} are not reached; {wrong} wrong, {minutes(time.monotonic() - started)}"
    )
    return 1 if wrong else 0
