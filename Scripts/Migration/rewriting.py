"""Rewrites what names a module in a Swift file: imports, conditions, names with their module."""
from __future__ import annotations

import bisect
import functools
import re
from collections import Counter
from dataclasses import dataclass, field, replace

import libraries
import scanner
from imports import imports, spare, without

CAN_IMPORT = re.compile(r"\bcanImport\s*\(\s*`?(?P<module>\w+)`?")
QUALIFIED = re.compile(
    r"(?<![\w`$#])`?(?P<module>" + "|".join(libraries.OLD) + r")\b`?"
    r"(?:(?P<selector>\s*::)|\s*\.(?=\s*`?(?P<member>\w+)))"
)
# What can follow the module `then`; anything else follows a value of that name.
OF_THEN = re.compile(r"[A-Z]\w*|async|await|awaitPromise|unwrap")
# Types of the user's; behind such a word of an import, a dot follows the module.
TYPE = re.compile(
    r"\b(?:class|struct|enum|protocol|actor|typealias|associatedtype)\s+"
    r"`?(" + "|".join(libraries.OLD) + r")\b(?!`?\s*\.)"
)
# Generic and other parameters and values, and uses of them; `then` is told by its members.
VALUE = re.compile(
    r"(?:\b(?:let|var|func)\s+`?(?P<declared>{0})\b(?!`?\s*\.)"
    r"|[<(,]\s*(?:\w+\s+)?`?(?P<parameter>{0})\b`?\s*[:,>])".format(
        "|".join(module for module in libraries.OLD if module != "then")
    )
)


@dataclass
class Rewritten:
    text: str
    # How often something was rewritten: "import", "condition" or "name".
    counts: Counter = field(default_factory=Counter)


class Source:
    """A Swift file: its text, what is code in it, and what it imports."""

    def __init__(self, text, kept=frozenset()):
        self.text = text
        # Modules that are to stay, or are not what they seem.
        self.kept = kept

    @functools.cached_property
    def code(self):
        return scanner.code(self.text)

    @functools.cached_property
    def line_ends(self):
        return scanner.line_ends(self.text)

    @functools.cached_property
    def imports(self):
        return list(imports(self.code))

    @functools.cached_property
    def modules(self):
        return {statement.module for statement in self.imports}

    @functools.cached_property
    def libraries(self):
        """The libraries that the file imports, by the old name of a module or the new one."""
        found = (libraries.of_module(module) for module in self.modules - self.kept)
        return {library for library in found if library}

    @functools.cached_property
    def declared(self):
        """The types in the file that are called as a module may be."""
        return {found[1] for found in TYPE.finditer(self.code)}

    @functools.cached_property
    def values(self):
        """What else is called so, as far as this file is concerned."""
        return {found["declared"] or found["parameter"] for found in VALUE.finditer(self.code)}

    def new_name(self, module):
        library = None if module in self.kept else libraries.OLD.get(module)
        return library.module if library else None

    def line(self, offset):
        return bisect.bisect_right(self.line_ends, offset) + 1


def rewritten(source, types):
    """Returns the text of a file with the new names of modules, and what is new in it.

    `types` are those of the tree that are called as a module may be.
    """
    counts, edits = Counter(), []
    before = source.imports
    after = [replace(old, module=source.new_name(old.module) or old.module) for old in before]
    dropped = set(spare(source.text, before, after))
    for old, new in zip(before, after):
        counts["import"] += old.module != new.module
        if new in dropped:
            edits.append((*without(source.text, old), ""))
        elif old.module != new.module:
            edits.append((old.at, old.at + len(old.module), new.module))
    for kind, found in (*conditions(source), *qualified(source, types)):
        if name := source.new_name(found["module"]):
            counts[kind] += 1
            edits.append((*found.span("module"), name))
    return Rewritten(applied(source.text, sorted(edits)), counts)


def conditions(source):
    return [("condition", found) for found in CAN_IMPORT.finditer(source.code)]


def qualified(source, types):
    return [("name", found) for found in names(source) if means_module(found, source, types)]


def names(source):
    """Returns what looks like a name with its module, and is no part of an import or condition."""
    others = {statement.at for statement in source.imports}
    others.update(found.start("module") for _, found in conditions(source))
    found = QUALIFIED.finditer(source.code)
    return [name for name in found if name.start("module") not in others]


def means_module(found, source, types):
    """Whether a word before a dot is a module, and not a type, a value or a member of that name."""
    module = found["module"]
    if found["selector"]:
        return True
    if is_member(source.code, found.start()) or module in types | source.values:
        return False
    if module == "Promises" and libraries.OLD["Then"] in source.libraries:
        return False  # The class of that name, which comes before a module.
    if module == "then" and not OF_THEN.fullmatch(found["member"]):
        return False
    return module not in libraries.VAGUE or module in source.modules


def is_member(code, position):
    before = code[max(0, position - 200) : position].rstrip()
    return before.endswith(".") and not before.endswith("...")


def applied(text, edits):
    """Returns `text` with each part replaced; only parts that are taken out may overlap."""
    kept, position, last = [], 0, ""
    for start, end, new in edits:
        assert start >= position or new == last == "", f"two edits at {start}"
        kept.append(text[position:start])
        kept.append(new)
        position, last = end, new
    return "".join(kept) + text[position:]
