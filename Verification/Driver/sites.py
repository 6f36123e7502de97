"""Finds every operation of the core that spells an ordering, and numbers the calls in a copy."""
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from checkout import ROOT

CORE = Path("Sources/PledgeCore")
HEADER = Path("Sources/CPledge/include/CPledge.h")
# What defines the operations, and is only added to.
DEFINITIONS = CORE / "AtomicWord.swift"
# The ones that take a number, and where they have to be.
ORDERINGS = Path("Verification/Orderings")
ADDED = {
    ORDERINGS / "Weakenable.h": HEADER.parent / "Weakenable.h",
    ORDERINGS / "Weakenable.c": HEADER.parents[1] / "Weakenable.c",
}
INCLUDED = "#include <stdint.h>\n"
# Tests that do not stress the core need not be built.
MANIFEST = Path("Package.swift")
OTHER_TESTS = re.compile(
    r'^    \.testTarget\(\n      name: "(?!PledgeCoreTests").*?^    \),\n', re.M | re.S
)

CALL = re.compile(
    r"(?<=\.)((?:load|store|insert|remove|exchange)\w*(?:Acquiring|Releasing))\((\)?)"
)
C_CALL = re.compile(r"\b(pledge_\w+_(?:acquire|release|acq_rel))\((?=&|word, 1\))()")
DECLARATION = re.compile(r"^  (?:[^ /].*)?\b(?:func|var) (\w+)|^  (deinit)|^static .*?\b(\w+)\(")


@dataclass(frozen=True)
class Weakening:
    """One call without one half of its ordering."""

    number: int
    file: str
    line: int
    # The file, the function, the operation and, if there are several of it, which one.
    site: str
    # What it lacks: "acquiring" or "releasing".
    without: str

    @property
    def title(self) -> str:
        """What it is called, whatever its line."""
        return f"{self.site}, not {self.without}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title.split(' ', 1)[1]}"


def halves(operation: str) -> list[str]:
    """Returns what an operation does that a relaxed one does not, in the order of its numbers."""
    return [half for half in ("acquiring", "releasing") if half[:3] in operation.lower()]


class Numbering:
    """What has to be different in a copy, as texts by file, and what each number weakens there."""

    def __init__(self, root: Path = ROOT):
        self.root = root
        self.weakenings: list[Weakening] = []
        self.texts = {str(target): self.read(source) for source, target in ADDED.items()}
        for path in sorted((root / CORE).glob("*.swift")):
            if path.name != DEFINITIONS.name:
                self.number(CORE / path.name)
        self.number(HEADER)
        weakenable = self.read(ORDERINGS / "Weakenable.swift")
        self.texts[str(DEFINITIONS)] = f"{self.read(DEFINITIONS)}\n{weakenable}"
        include = f'{INCLUDED}#include "Weakenable.h"\n'
        header = self.texts[str(HEADER)].replace(INCLUDED, include, 1)
        self.texts[str(HEADER)] = header
        self.texts[str(MANIFEST)] = OTHER_TESTS.sub("", self.read(MANIFEST))

    def read(self, path: Path) -> str:
        return (self.root / path).read_text()

    def number(self, path: Path) -> None:
        lines = self.read(path).splitlines(keepends=True)
        seen: Counter[str] = Counter()
        function = ""
        for index, line in enumerate(lines):
            if found := DECLARATION.match(line):
                function = next(name for name in found.groups() if name)
            if line.lstrip().startswith("//"):
                continue
            place = f"{path.name} {function}"
            lines[index] = self.numbered(line, path, index + 1, place, seen)
        self.texts[str(path)] = "".join(lines)

    def numbered(self, line: str, path: Path, at: int, place: str, seen: Counter[str]) -> str:
        """Returns a line with its calls numbered."""

        def replacement(call: re.Match[str]) -> str:
            operation, closing = call[1], call[2]
            site = f"{place} {operation}"
            seen[site] += 1
            title = site if seen[site] == 1 else f"{site} #{seen[site]}"
            number = len(self.weakenings) + 1
            for offset, half in enumerate(halves(operation)):
                self.weakenings.append(Weakening(number + offset, str(path), at, title, half))
            suffix = "_or_weaker" if operation.startswith("pledge_") else ""
            return f"{operation}{suffix}({number}{closing or ', '}"

        return C_CALL.sub(replacement, CALL.sub(replacement, line))
