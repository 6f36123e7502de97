"""Finds every operation of the core with an explicit ordering, and its places in an optimized program."""
import json
import re
import subprocess
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

CORE = Path("Sources/PledgeCore")
SUPPORT = Path("Sources/PledgeSupport")
# Define the operations.
DEFINITIONS = ("AtomicWord.swift", "CPledge.h")
CALL = re.compile(
    r"(?<=\.)((?:load|store|insert|remove|exchange)\w*(?:Acquiring|Releasing))\("
    r"|\b(pledge_(?:fence|acquire_fence|(?!lock_)\w+_(?:acquire|release|acq_rel)))\("
)
DECLARATION = re.compile(r"^  (?:[^ /].*)?\b(?:func|var) (\w+)|^  (deinit)|^static .*?\b(\w+)\(")
# The compiler merges the calls of this operation at the ends of a function, so that they have no line.
MERGED = "Claim.swift unpin removeAcquiringAndReleasing"
# What an operation can lose, and the order of the compiler that is taken from it.
HALVES = {"acquiring": 2, "releasing": 3, "fencing": 5}


@dataclass(frozen=True)
class Weakening:
    """One operation without one half of its ordering."""

    file: str
    line: int
    # The file, the function, the operation, and its index if the function contains several.
    site: str
    # The missing half.
    without: str

    @property
    def title(self) -> str:
        """A name that does not depend on the line."""
        return f"{self.site}, not {self.without}"


def listed(root: Path) -> list[Weakening]:
    """Returns the weakenings of all operations of the core."""
    found = (path for folder in (CORE, SUPPORT) for path in (root / folder).rglob("*.swift"))
    weakenings = []
    for path in sorted(found, key=lambda path: path.name):
        if path.name in DEFINITIONS:
            continue
        seen: Counter[str] = Counter()
        function = ""
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if declared := DECLARATION.match(line):
                function = next(name for name in declared.groups() if name)
            for call in CALL.finditer(line.split("//")[0]):
                operation = call[1] or call[2]
                site = f"{path.name} {function} {operation}"
                seen[site] += 1
                site += f" #{seen[site]}" if seen[site] > 1 else ""
                weakenings += [Weakening(path.name, number, site, half) for half in halves(operation)]
    return weakenings


def halves(operation: str) -> list[str]:
    """Returns what an operation can lose."""
    if operation == "pledge_fence":
        return ["fencing"]
    return [half for half in ("acquiring", "releasing") if half[:3] in operation.lower()]


def located(program: Path, places: list[str]) -> dict[tuple[str, int], list[str]]:
    """Returns the places of each line; those that the compiler merged have the line 0.

    The explorer prints a place as the address to which the call of an operation returns, and its order."""
    symbolizer = subprocess.run(
        ["llvm-symbolizer", "--exe", program, "--output-style=JSON"],
        input="\n".join(hex(int(place.split("+")[0], 16) - 1) for place in places),
        check=True, stdout=subprocess.PIPE, text=True,
    )
    found = defaultdict(list)
    for place, line in zip(places, symbolizer.stdout.splitlines(), strict=True):
        found[source(json.loads(line)["Symbol"])].append(place)
    return found


def places_of(weakening: Weakening, located: dict[tuple[str, int], list[str]]) -> list[str]:
    """Returns the places of the operation, with what it loses there."""
    keys = [(weakening.file, weakening.line)] + [("", 0)] * (weakening.site == MERGED)
    lost = HALVES[weakening.without]
    found = [place.split("+") for key in keys for place in located.get(key, ())]
    # One that acquires and releases has the order 4.
    return [f"{address}+{lost}" for address, order in found if int(order) in (lost, 4)]


def source(frames: list[dict]) -> tuple[str, int]:
    """Returns the file and the line of the innermost function that does not define an operation."""
    files = [(Path(frame["FileName"]).name, frame["Line"]) for frame in frames]
    known = [(name, line) for name, line in files if line and name not in (*DEFINITIONS, "<compiler-generated>")]
    return known[0] if known else ("", 0)
