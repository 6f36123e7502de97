"""Rewrites the names of modules in a Swift file, and finds code that has to be changed by hand."""
from __future__ import annotations

import functools
import re

import scanner
from libraries import COMMON_WORDS, LIBRARIES, RENAMES

# `then` is usually a value or a function. As a module, it is followed by a type.
MODULE = "`?(?P<module>" + "|".join((*(RENAMES.keys() - {"then"}), r"then(?=`?\s*\.\s*[A-Z])")) + r")\b`?"
# With its attributes, which may be on separate lines.
IMPORT = re.compile(
    r"(?:@\w+(?:\([^()]*\))?\s+)*(?<![\w.`#$@])import\s+"
    r"(?:(?P<kind>typealias|struct|class|enum|protocol|let|var|func)\s+)?`?(?P<module>\w+)\b`?"
)
CAN_IMPORT = re.compile(r"\bcanImport\s*\(\s*`?(?P<module>\w+)`?\s*\)")
# After a single dot, it is a member; after several, the bound of a range.
QUALIFIED = re.compile(rf"(?<![\w`$#])(?<!(?<!\.)\.){MODULE}(?=\s*\.)")
# Declarations that a module's name could refer to instead; in an import, a dot follows the name.
DECLARED = re.compile(
    r"(?:\b(?:class|struct|enum|protocol|actor|typealias|associatedtype|let|var|func)\s+`?({0})\b"
    r"(?!`?\s*\.)|[(,]\s*(?:\w+\s+)?`?({0})`?\s*:|[<,]\s*({0})\s*[:,>])".format("|".join(RENAMES))
)


class Source:
    """A Swift file and its imports."""

    def __init__(self, text):
        self.text = text

    @functools.cached_property
    def code(self):
        return scanner.code(self.text)

    @functools.cached_property
    def imports(self):
        return list(IMPORT.finditer(self.code))

    @functools.cached_property
    def modules(self):
        return {found["module"] for found in self.imports}

    @functools.cached_property
    def declared(self):
        """The names of modules that the file, or a library that it imports, also declares."""
        own = {name for names in DECLARED.findall(self.code) for name in names if name}
        return own | {library.namesake for library in LIBRARIES if library.is_imported(self.modules)}

    def line(self, offset):
        return self.text.count("\n", 0, offset) + 1

    @functools.cached_property
    def qualified(self):
        """The module-qualified names. In imports, the module is part of the import."""
        imported = {found.start("module") for found in self.imports}
        return [
            found
            for found in QUALIFIED.finditer(self.code)
            if found.start("module") not in imported
            and (
                found["module"] not in COMMON_WORDS
                or not self.modules.isdisjoint({found["module"], RENAMES[found["module"]]})
            )
        ]


def rewritten(source, renames, declared):
    """Returns the text with modules renamed, unless their names are also `declared` in the tree."""
    edits = list(import_edits(source, renames))
    names = [found for found in source.qualified if found["module"] not in declared]
    for found in (*CAN_IMPORT.finditer(source.code), *names):
        if found["module"] in renames:
            edits.append((*found.span("module"), renames[found["module"]]))
    kept, position = [], 0
    for start, end, new in sorted(edits):
        assert start >= position, f"overlapping edits at {start}"
        kept += source.text[position:start], new
        position = end
    return "".join(kept) + source.text[position:]


def import_edits(source, renames):
    """Yields the changes of imports. Removes a line that would repeat an unconditional one above it."""
    seen = set()
    for found in source.imports:
        old = found["module"]
        new = renames.get(old, old)
        start = source.text.rfind("\n", 0, found.start()) + 1
        end = source.text.find("\n", found.end()) + 1 or len(source.text)
        is_plain = source.text[start:end].strip() == f"import {old}"
        if new != old:
            yield (start, end, "") if is_plain and new in seen else (*found.span("module"), new)
        begun, ended = (len(re.findall(rf"#\s*{word}\b", source.code[:start])) for word in ("if", "endif"))
        if is_plain and begun == ended:
            seen.add(new)


def by_hand(source, libraries, renames, declared, targets):
    """Yields the offset and the reason of all code to change by hand in a file of a tree with the given targets."""
    for library in libraries:
        for found in source.imports:
            module = found["module"]
            if re.fullmatch(library.companions, module) and module not in {*RENAMES, *targets}:
                yield found.start("module"), library.without_replacement(module)
        for pattern, reason in library.rules() if library.is_imported(source.modules) else ():
            for found in re.finditer(pattern, source.code):
                yield found.start(), reason
    for found in source.qualified:
        if found["module"] in renames and found["module"] in declared:
            yield found.start("module"), (
                f"{found['module']} is not rewritten, since a declaration has the same name; if it means"
                f" the module, write {renames[found['module']]}"
            )
