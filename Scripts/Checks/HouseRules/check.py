#!/usr/bin/env python3
"""Checks the house rules that the compiler and the formatter cannot. See CONTRIBUTING.md."""
import functools
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[3]
# The scanner of Swift code is that of Scripts/migrate.
sys.path.append(str(ROOT / "Scripts/Migration"))
import address
import assertions
import clauses
import scanner
import sizes
from layers import CORE, LAYERS

# Words that code outside of the core must not contain.
CORE_ONLY = re.compile(
    r"\b(?:unsafe|Unsafe|withUnsafe)\w*|@unchecked\b|\bUnmanaged\b|\bAtomic\w*|\bMutex\b"
)
# The compiler checks no class that may have subclasses, and subclasses must restate `@unchecked`.
PUBLIC_CLASS = re.compile(r"\b(?:open|public)\s+(?:final\s+)?class\s[^{]*?@unchecked(?=\s+Sendable\b)")
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|var|let)\s+)?(\w+)",
    re.M,
)
# One in any file of Pledge makes `await promise.value` unspecialized code for every user of the module.
# Exception: the shared support of the tests, whose declarations are all `package`.
PACKAGE_IMPORT = re.compile(r"^package\s+import\b", re.M)
PUBLIC = re.compile(r"^\s*(?:@.*)?\bpublic\s+(?!import\b)", re.M)
# The C library has a different name on each system.
C_LIBRARY = re.compile(r"\bimport\s+(?:\w+\s+)?(Glibc|Darwin|Musl|Bionic|Android|WinSDK|CRT|ucrt|WASILibc)\b")
MACHINE_PATH = re.compile(r"(?<![\w.}])/(?:home|root|tmp|work|Users)/\w")
# Targets in which every file with public declarations has a test file, except for hints, which lead to other declarations: no
# test can call them, and `mistakes` checks their messages.
MIRRORED = {"Pledge", "PledgeFoundation", "PledgeTesting", "PledgeTrace"}


class Source:
    """One file of this repository, read once."""

    def __init__(self, root, name):
        self.name = name
        self.parts = pathlib.PurePosixPath(name).parts
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


def target(source):
    """Returns the target or documentation catalog that `source` belongs to, if any."""
    if source.parts[0] not in ("Sources", "Tests") or len(source.parts) < 3:
        return None
    if source.parts[1] == "Clients":
        return None
    if source.parts[:2] == ("Tests", "Support"):
        return "PledgeTestSupport"
    if catalog := next((part for part in source.parts if part.endswith(".docc")), None):
        return catalog
    return source.parts[2] if source.parts[1] in ("Bridges", "Compat") else source.parts[1]


# MARK: Imports and words of a file


def imports(source):
    for found in IMPORT.finditer(source.code):
        yield found.start(1), found[1]


def layer_problems(source):
    if source.parts[0] != "Sources":
        return
    name = target(source)
    if name not in LAYERS:
        yield source.found(0, f"{name} is not a layer; add it to LAYERS in Scripts/Checks/HouseRules/layers.py")
        return
    for offset, module in imports(source):
        if module not in LAYERS[name]:
            yield source.found(offset, f"{name} may not import {module}")


def lock_problems(source):
    """Yields tests that use locks of which the thread sanitizer knows nothing."""
    for offset, module in imports(source) if source.parts[0] == "Tests" else ():
        if module == "Synchronization":
            yield source.found(offset, "the thread sanitizer does not understand the locks of Synchronization")


def c_library_problems(source):
    for found in C_LIBRARY.finditer(source.code):
        yield source.found(found.start(), f"use CPledge or Foundation instead of {found[1]}")


def package_import_problems(source):
    if target(source) == "PledgeTestSupport":
        return
    for found in PACKAGE_IMPORT.finditer(source.code):
        yield source.found(found.start(), "'package import' prevents specialization elsewhere: use public")


def word_problems(source):
    # The programs in a catalog are those of readers.
    owner = target(source)
    if source.parts[0] != "Sources" or owner in CORE or (owner or "").endswith(".docc"):
        return
    classes = {found.end() for found in PUBLIC_CLASS.finditer(source.code)}
    for word in CORE_ONLY.finditer(source.code):
        if word.end() not in classes:
            yield source.found(word.start(), f"'{word[0].strip()}' belongs in PledgeCore")


# MARK: Sizes and mirrors


def limit(source):
    if source.parts[0] == "Tests" or "Tests" in source.parts[1:2]:
        return 400
    return 300


def mirror_problems(sources):
    for source in sources.values():
        if target(source) not in MIRRORED or "Hints" in source.parts or not PUBLIC.search(source.code):
            continue
        inside = source.parts[source.parts.index(target(source)) + 1 :]
        test = f"Tests/{target(source)}Tests/{'/'.join(inside)[:-6]}Tests.swift"
        if test not in sources:
            yield source.found(0, f"no {test}")


# MARK: Files that must not be in the repository


def tracked_problems(root):
    listing = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
    if listing.returncode:
        yield f"{root}:1: git cannot list the files of the repository: {listing.stderr.strip()}"
    for name in listing.stdout.splitlines():
        if name.endswith("Package.resolved") or ".build" in pathlib.PurePosixPath(name).parts:
            yield f"{name}:1: belongs to a build, not to the repository"


SWIFT_RULES = (layer_problems, lock_problems, c_library_problems, package_import_problems, word_problems)


def problems(root):
    sources = read(root)
    for source in sources.values():
        for found in MACHINE_PATH.finditer(source.text):
            yield source.found(found.start(), "a path that exists on one machine only")
        for rule in SWIFT_RULES if source.suffix == ".swift" else ():
            yield from rule(source)
        yield from sizes.problems(source, limit(source))
    yield from mirror_problems(sources)
    tests = [source for source in sources.values() if target(source) == "ConformanceTests"]
    yield from clauses.problems(sources.get("SPECIFICATION.md"), tests)
    yield from assertions.problems(sources)
    yield from address.problems(sources)
    yield from tracked_problems(root)


def main():
    found = list(problems(ROOT))
    print("\n".join(found) or "no house rule is violated")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
