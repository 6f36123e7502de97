"""The command line of Scripts/migrate."""
from __future__ import annotations

import argparse
import difflib
import os
import re
import sys

import files
import manifests
import swift
from libraries import ADDED, LIBRARIES, PRODUCT

DESCRIPTION = """Moves a source tree from an older promise library to the module of Pledge that
replaces it. Rewrites only imports, canImport conditions, and module-qualified names in Swift files.
Without --write, shows the changes as a patch. Always lists the code that has to be changed by hand. See
Documentation/Moving/README.md."""
STATUS = """Exits with 0 if nothing is left to change by hand, with 1 if something is, and with
another status after an error."""
LINES = re.compile(r"[^\n]*\n|[^\n]+")


def parsed(arguments):
    names = [library.name for library in LIBRARIES]
    parser = argparse.ArgumentParser(
        "Scripts/migrate", description=DESCRIPTION, epilog=STATUS, allow_abbrev=False
    )
    parser.add_argument("--write", action="store_true", help="write the changes")
    parser.add_argument(
        "--except", action="append", metavar="LIBRARY", default=[], choices=names, dest="excepted",
        help=f"leave a library alone; may be repeated; one of {', '.join(names)}",
    )
    parser.add_argument("path", metavar="PATH", help="a folder, or a single Swift file")
    options = parser.parse_args(arguments)
    if not os.path.isdir(options.path):
        if not (os.path.isfile(options.path) and options.path.endswith(".swift")):
            parser.error(f"{options.path} is neither a folder nor a Swift file; pass the path of one")
    return options


class Plan:
    """The changes to a tree by file name, and the places to change by hand."""

    def __init__(self, path, excepted):
        is_folder = os.path.isdir(path)
        path = os.path.realpath(path) if os.path.islink(path) and not is_folder else path
        # A single file is read with the files around it because their declarations and manifests matter.
        self.tree = files.read(path if is_folder else os.path.dirname(path) or ".")
        self.only = None if is_folder else os.path.basename(path)
        self.sources = {name: swift.Source(text) for name, text in self.tree.swift.items()}
        self.manifests = [manifests.without_comments(*other) for other in self.tree.others.items()]
        self.targets = manifests.targets(self.manifests)
        by_hand = self.by_hand = list(self.tree.unread)
        self.libraries = [
            library
            for library in LIBRARIES
            if library.name not in excepted and self.is_certain(library)
        ]
        self.renames = {old: new for library in self.libraries for old, new in library.modules.items()}
        self.declared = set().union(*(source.declared for source in self.sources.values()))
        self.changes = {}
        for name, source in self.sources.items():
            text = swift.rewritten(source, self.renames, self.declared)
            if text != source.text and self.includes(name):
                self.changes[name] = text
            found = swift.by_hand(source, self.libraries, self.renames, self.declared, self.targets)
            by_hand += [(name, source.line(offset), reason) for offset, reason in found]
        for name, text in self.tree.others.items():
            found = manifests.mentions(name, text, self.libraries, self.targets)
            by_hand += [(name, line, reason) for line, reason in found]
        self.by_hand = [place for place in by_hand if self.includes(place[0])]

    def includes(self, name):
        return self.only in (None, name)

    def is_certain(self, library):
        """Whether the module belongs to the library; reports imports if this is unknown."""
        if not library.evidence:
            return True
        sources = self.sources.values()
        texts = [*self.manifests, *(f"import {module}" for it in sources for module in it.modules)]
        if not self.targets.isdisjoint(library.modules):
            texts += (it.code for it in sources)
        ours, theirs = (
            any(re.search(pattern, text) for text in texts)
            for pattern in (library.evidence, library.counterevidence)
        )
        if ours == theirs:
            self.by_hand += [
                (name, source.line(found.start("module")), (
                    f"this can be the promise library or {library.rival}, and no manifest here shows which;"
                    f" write import {library.replacement}, or use --except {library.name}"
                ))
                for name, source in self.sources.items()
                for found in source.imports
                if found["module"] in library.modules
            ]
        return ours and not theirs

    def write(self):
        """Writes the changes, and returns the files that could not be written, with reasons."""
        failures = []
        for name, text in self.changes.items():
            try:
                files.write(self.tree.path(name), text)
            except OSError as error:
                failures.append((name, 0, f"not written: {error.strerror}"))
        return failures


def diff(plan):
    """Returns the changes as a patch for `patch -p1` in the root of the tree."""
    parts = []
    for name, text in plan.changes.items():
        before, after = LINES.findall(plan.tree.swift[name]), LINES.findall(text)
        # Without the tab, patch ends a name at its first space.
        for line in difflib.unified_diff(before, after, f"a/{name}\t", f"b/{name}\t"):
            parts.append(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
    return "".join(parts)


def report(plan, count, is_written):
    modules = {module for name in plan.sources if plan.includes(name) for module in used(plan, name)}
    products = [f"  {PRODUCT.format(module)}" for module in sorted(modules)]
    head = f"In Package.swift:\n  {ADDED}\n  // and, for the targets that use it:"
    places = [
        f"{plan.tree.path(name)}{f':{line}' if line else ''}: {reason}"
        for name, line, reason in sorted(set(plan.by_hand))
    ]
    verb = "rewritten" if is_written else "to rewrite"
    left = f"{counted(len(places), 'place')} to change by hand."
    hint = " Nothing is written without --write." if count and not is_written else ""
    names = ", ".join(library.name for library in LIBRARIES)
    paragraphs = [
        not (count or modules or places) and f"No library that this script knows ({names}) is used here.",
        f"{counted(count, 'file')} {verb}.",
        products and "\n".join([head, *products]),
        places and "\n".join(["To change by hand:", *places]),
        f"{left}{hint}\n",
    ]
    return "\n\n".join(filter(None, paragraphs))


def counted(count, noun):
    return f"{count} {noun}{'s' * (count != 1)}"


def used(plan, name):
    """Returns the modules of Pledge that a file imports once it is rewritten."""
    modules = {plan.renames.get(module, module) for module in plan.sources[name].modules}
    return modules & set(plan.renames.values())


def main(arguments):
    options = parsed(arguments)
    plan = Plan(options.path, options.excepted)
    if not (plan.sources or plan.by_hand):
        sys.stderr.write(f"Scripts/migrate: error: {options.path} has no Swift file; pass the folder of your sources\n")
        return 2
    count, patch = len(plan.changes), diff(plan)
    if options.write:
        failures = plan.write()
        count, patch = count - len(failures), ""
        # Line numbers have changed, so rewritten text is read again.
        plan = Plan(options.path, options.excepted)
        plan.by_hand += failures
    sys.stdout.write(patch + "\n" * bool(patch) + report(plan, count, options.write))
    return 1 if plan.by_hand else 0
