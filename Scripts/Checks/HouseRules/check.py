#!/usr/bin/env python3
"""Checks the house rules that the compiler and the formatter cannot. See CONTRIBUTING.md."""
import functools
import os
import pathlib
import re
import sys
from dataclasses import dataclass

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[3]
# The scanner of Swift code is that of Scripts/migrate.
sys.path.append(str(ROOT / "Scripts/Migration"))
import assertions
import clauses
import layers
import messages
import scanner
import sizes
import systems


@dataclass(frozen=True)
class Rule:
    """Something that the code of some Swift files must not contain."""

    # Patterns of the names of the files, and of the code. If the pattern of the code has a group, only what it
    # captures is a violation.
    files: str
    code: str
    message: str


def imports(modules):
    return rf"^[ \t]*(?:@?\w+(?:\([^)]*\))?\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?({modules})\b"


# Which modules of this package and of others a target may import is stated in its manifest, and checked by `build`.
# These are the modules that need no dependency, and the folders of Sources that may import them.
SYSTEM = {
    "Foundation|FoundationNetworking": r"PledgeFoundation|PledgeTesting|PledgeTrace|MigrateToPledge|Compat",
    "Dispatch": r"Pledge|PledgeTesting|Compat",
    "Combine": r"Bridges/PledgeCombine|Compat",
    "Testing|XCTest": r"PledgeTesting|Pledge/Pledge\.docc",
    "Observation": r"Bridges/PledgeLoad",
    "Synchronization|os|Cocoa|AppKit|UIKit|SwiftUI": r"(?!)",
}
CORE = r"Sources/(?:CPledge|PledgeSupport|PledgeCore)/"
RULES = (
    *(Rule(rf"Sources/(?!(?:Bridges/)?(?:{folders})/)", imports(modules), "{} may not be imported here")
      for modules, folders in SYSTEM.items()),
    # The programs in a catalog are those of readers. The compiler checks no class that may have subclasses, and
    # subclasses must restate `@unchecked`.
    Rule(rf"(?!{CORE})Sources/(?!.*\.docc/)",
         r"\b(?:open|public)\s+(?:final\s+)?class\s[^{]*?@unchecked(?=\s+Sendable\b)"
         r"|(\b(?:unsafe|Unsafe|withUnsafe)\w*|@unchecked\b|\bUnmanaged\b|\bAtomic\w*|\bMutex\b)",
         "'{}' belongs in PledgeCore"),
    # Exception: programs that are about them, which it does not run.
    Rule("Tests/(?!PledgeTestingTests/Litmus/)", imports("Synchronization"),
         "the thread sanitizer does not understand the locks of {}"),
    # The C library has a different name on each system.
    Rule("", imports("Glibc|Darwin|Musl|Bionic|Android|WinSDK|CRT|ucrt|WASILibc"), "use CPledge or Foundation instead of {}"),
    # One in any file of Pledge makes `await promise.value` unspecialized code for every user of the module.
    # Exception: the shared support of the tests, whose declarations are all `package`.
    Rule("(?!Tests/Support/)", r"^(package\s+import)\b", "'{}' prevents specialization elsewhere: use public"),
)
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:home|root|tmp|work|Users)/\w")
# The address of this repository, and the version to install. The README states them.
ADDRESS = r"\bgithub\.com[/:]([\w.-]+/pledge)\b(?!-)"
STATED = {
    "the repository's": re.compile(ADDRESS),
    "the version to install": re.compile(ADDRESS.replace("(", "(?:", 1) + r'", (.*?from: "[^"]*"\)?)'),
}
PUBLIC = re.compile(r"^\s*(?:@.*)?\bpublic\s+(?!import\b)", re.M)
# Targets in which every file with public declarations has a suite of its name, except for hints, which lead to other
# declarations: no test can call them, and `mistakes` checks their messages.
MIRRORED = re.compile(r"Sources/(?:Bridges/)?(Pledge|PledgeFoundation|PledgeTesting|PledgeTrace)/((?!Hints/).*)\.swift")
SUITE = re.compile(r"\b(?:struct|class) (\w+Tests)\b")


class Source:
    """One file of this repository, read once."""

    def __init__(self, root, name):
        self.name = name
        self.suffix = pathlib.PurePosixPath(name).suffix
        self.text = (root / name).read_text(errors="replace")

    @functools.cached_property
    def code(self):
        return scanner.code(self.text)

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    def found(self, offset, message):
        return f"{self.name}:{self.line(offset)}: {message}"


def read(root):
    """Returns all files of the repository by name, except for some folders with a leading dot."""
    sources = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name in (".ci", ".github") or not name.startswith("."))
        for name in sorted(names):
            relative = (pathlib.Path(folder) / name).relative_to(root).as_posix()
            sources[relative] = Source(root, relative)
    return sources


def rule_problems(source):
    for rule in RULES:
        if not re.match(rule.files, source.name):
            continue
        for found in re.finditer(rule.code, source.code, re.M):
            if found[1]:
                yield source.found(found.start(1), rule.message.format(found[1]))


def mirror_problems(sources):
    tests = [source for name, source in sources.items() if name.startswith("Tests/")]
    suites = {(source.name.split("/")[1], suite) for source in tests for suite in SUITE.findall(source.code)}
    for source in sources.values():
        mirrored = MIRRORED.fullmatch(source.name)
        if mirrored and PUBLIC.search(source.code):
            target, suite = f"{mirrored[1]}Tests", f"{pathlib.PurePosixPath(source.name).stem}Tests"
            if (target, suite) not in suites:
                yield source.found(0, f"no suite {suite} in {target}")


def stated_problems(sources):
    for meaning, pattern in STATED.items():
        stated = pattern.search(sources["README.md"].text)
        expected = stated[1] if stated else "none"
        for source in sources.values():
            for found in pattern.finditer(source.text):
                if found[1] != expected:
                    yield source.found(found.start(), f"{found[1]} is not {meaning}: README.md states {expected}")


def problems(root):
    sources = read(root)
    for source in sources.values():
        for found in MACHINE_PATH.finditer(source.text):
            yield source.found(found.start(), "a path that exists on one machine only")
        if source.suffix == ".swift":
            yield from rule_problems(source)
        yield from sizes.problems(source)
    yield from mirror_problems(sources)
    yield from stated_problems(sources)
    tests = [source for name, source in sources.items() if name.startswith("Tests/ConformanceTests/")]
    yield from clauses.problems(sources["SPECIFICATION.md"], tests)
    yield from assertions.problems(sources)
    yield from messages.problems(sources)
    yield from systems.problems(sources)
    yield from layers.problems(sources)


if __name__ == "__main__":
    found = list(problems(ROOT))
    print("\n".join(found) or "no house rule is violated")
    sys.exit(bool(found))
