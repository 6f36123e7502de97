"""Finds every operation of the core with an explicit ordering, and numbers the calls in a copy."""
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import places
from places import CORE, DECLARATION, SUPPORT

HEADER = Path("Sources/CPledge/include/CPledge.h")
# Defines the operations; their variants that take a number are added in the copy.
DEFINITIONS = CORE / "Words" / "AtomicWord.swift"
ORDERINGS = Path("Verification/Orderings")
ADDED = {"Weakenable.h": HEADER.parent, "Weakenable.c": HEADER.parents[1]}
INCLUDED = "#include <stdint.h>\n"
# Tests that do not stress the core need not be built.
OTHER_TESTS = re.compile(
    r'^    \.testTarget\(\n      name: "(?!PledgeCoreTests").*?^    \),\n', re.M | re.S
)
CALL = re.compile(
    r"(?<=\.)((?:load|store|insert|remove|exchange)\w*(?:Acquiring|Releasing))\((\)?)"
    r"|\b(pledge_\w+_(?:acquire|release|acq_rel))\((?=&|word, (?:1|&expected, 1)\))"
)
C_OPERATION = re.compile(
    r"^static inline (\w+ pledge_\w+_(?:acquire|release|acq_rel))\((.*?)\) \{\n(.*?^\}\n)", re.M | re.S
)
SWIFT_OPERATION = re.compile(
    r"^  @inlinable @inline\(__always\)\s+func (\w+(?:Acquiring|Releasing))\((.*?)\)(.*? \{\n.*?^  \}\n)", re.M | re.S
)


@dataclass(frozen=True)
class Weakening(places.Weakening):
    """One call without one half of its ordering, as Silent.toml names it."""

    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.title.split(' ', 1)[1]}"


def numbered(root: Path) -> tuple[dict[str, str], list[Weakening]]:
    """Returns the texts of the files that differ in a copy, and the weakening of each number."""
    weakenings: list[Weakening] = []
    texts = {
        str(folder / name): (root / ORDERINGS / name).read_text() for name, folder in ADDED.items()
    }
    found = (path for folder in (CORE, SUPPORT) for path in (root / folder).rglob("*.swift"))
    swift = sorted((path.relative_to(root) for path in found), key=lambda path: path.name)
    for path in (*(path for path in swift if path != DEFINITIONS), HEADER):
        texts[str(path)] = with_numbers(path, (root / path).read_text(), weakenings)
    header = texts[str(HEADER)].replace(INCLUDED, f'{INCLUDED}#include "Weakenable.h"\n', 1)
    texts[str(HEADER)] = C_OPERATION.sub(with_c_variant, header)
    definitions = (root / DEFINITIONS).read_text()
    variants = "\n".join(map(swift_variant, SWIFT_OPERATION.finditer(definitions)))
    texts[str(DEFINITIONS)] = f"{definitions}\nextension AtomicWord {{\n{variants}}}\n"
    texts["Package.swift"] = OTHER_TESTS.sub("", (root / "Package.swift").read_text())
    return texts, weakenings


def with_c_variant(operation: re.Match[str]) -> str:
    """Returns an operation of the header, followed by its variant that takes a number."""
    name, parameters, body = operation.groups()
    body = re.sub("__ATOMIC_(?:ACQUIRE|RELEASE)", r"pledge_weaker(call, \g<0>)", body)
    body = body.replace("__ATOMIC_ACQ_REL", "pledge_weaker_of_both(call)")
    return f"{operation[0]}\nstatic inline {name}_or_weaker(uintptr_t call, {parameters}) {{\n{body}"


def swift_variant(operation: re.Match[str]) -> str:
    name, parameters, rest = operation.groups()
    rest = re.sub(r"(pledge_\w+)\(", r"\1_or_weaker(call, ", rest)
    return f"  @inlinable func {name}({', '.join(filter(None, ('_ call: UInt', parameters)))}){rest}"


def with_numbers(path: Path, text: str, weakenings: list[Weakening]) -> str:
    """Returns a text whose calls take numbers, and adds their weakenings."""
    seen: Counter[str] = Counter()
    function, lines = "", text.splitlines(keepends=True)

    def number(call: re.Match[str]) -> str:
        operation = call[1] or call[3]
        site = f"{path.name} {function} {operation}"
        seen[site] += 1
        site += f" #{seen[site]}" if seen[site] > 1 else ""
        first = len(weakenings) + 1
        # The halves of its ordering, in the order of their numbers.
        for half in ("acquiring", "releasing"):
            if half[:3] in operation.lower():
                weakenings.append(Weakening(str(path), index + 1, site, half, len(weakenings) + 1))
        return f"{operation}{'_or_weaker' if call[3] else ''}({first}{call[2] or ', '}"

    for index, line in enumerate(lines):
        if found := DECLARATION.match(line):
            function = next(name for name in found.groups() if name)
        if not line.lstrip().startswith("//"):
            lines[index] = CALL.sub(number, line)
    return "".join(lines)
