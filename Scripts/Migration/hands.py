"""Finds what needs a hand, because a new name of a module does not do."""
from __future__ import annotations

import re

import libraries
import rewriting
import scanner
from libraries import LIBRARIES

WORD = re.compile(r"\w+")
GUIDES = "Documentation/Moving"
SUBCLASS = re.compile(
    r"\bclass\s+(?P<name>\w+)\s*(?:<[^{}]{,500}?>)?\s*:\s*"
    r"(?:\w+\s*\.\s*)?(?P<parent>\w+)(?!\s*\.)\b"
)
EXTENSION = re.compile(r"\bextension\s+(?:\w+\s*\.\s*)?(?P<name>\w+)[^{}]{,500}\{")
OBJC_BEFORE = re.compile(r"@objc\w*(?:\s|@\w+|public|internal|package|fileprivate|private)*\Z")
OBJC = re.compile(r"@objc\w*")
VERSION = re.compile(r"\s*,\s*_(?:underlying)?[vV]ersion\s*:")
SPI = re.compile(r"@_spi\b")

C_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"", re.S)
C_IMPORT = re.compile(
    r"(?:#\s*(?:import|include)\b|\b__has_include\s*\()\s*"
    r"(?:<(?P<framework>\w+)/[^>\n]*>|\"(?:(?P<folder>\w+)/[^\"\n]*|(?P<header>[\w+]+)\.h)\")"
    r"|@import\s+(?P<module>\w+)"
)


def in_swift(source, types, found_libraries):
    """Yields the line and the reason of each place in a Swift file that needs a hand.

    `types` are those of the tree that are called as a module may be, `found_libraries` what
    anything in the tree imports.
    """
    for offset, reason in sorted(
        {
            *of_end(source),
            *of_imports(source),
            *of_conditions(source),
            *of_words(source, found_libraries),
            *of_changes(source),
            *of_subclasses(source),
            *of_extensions(source),
            *of_names(source, types),
        }
    ):
        yield source.line(offset), reason


def of_end(source):
    """A string or comment without an end, which no Swift has: it was taken for one, and is none."""
    start = scanner.never_ends(source.text)
    if start is not None and any(map(source.new_name, WORD.findall(source.text, start))):
        yield start, (
            "here begins what is read as a string or comment without an end, so all behind it is"
            " left alone; write a regular expression before it, if there is one, as #/.../#"
        )


def of_imports(source):
    for statement in source.imports:
        module, library = statement.module, libraries.of_module(statement.module)
        if libraries.COMPANION.fullmatch(module):
            yield statement.at, (
                f"there is no {module} here, and its promises are PromiseKit's; wrap what you use"
                f" of it as {GUIDES}/PromiseKit.md does"
            )
        if library is None or module in source.kept:
            continue
        for attribute in statement.attributes:
            is_other = attribute == "@testable" and not library.is_testable
            if is_other or SPI.match(attribute):
                yield statement.at, (
                    f"what {attribute} shows of {library.module} is not what it showed of"
                    f" {library.name}; test by public names"
                )


def of_conditions(source):
    for _, found in rewriting.conditions(source):
        library = libraries.of_module(found["module"])
        if library and VERSION.match(source.code, found.end()):
            yield found.start(), (
                f"this asks for a version of {library.name}, and would for one of"
                f" {library.module}; take the version out"
            )


def of_words(source, found_libraries):
    for library in LIBRARIES:
        if not library.objective_c or library not in found_libraries:
            continue
        for found in re.finditer(rf"\b(?:{library.objective_c})\b", source.code):
            yield found.start(), (
                f"{found[0]} is for Objective-C, and not in {library.module}; see"
                f" {GUIDES}/{library.guide}"
            )


def of_changes(source):
    for library in source.libraries:
        for pattern, change in library.changed:
            for found in re.finditer(pattern, source.code):
                yield found.start(), f"{change}; see {GUIDES}/{library.guide}"


def class_named(name, source):
    """Returns the library that has such a class, of those that the file imports."""
    for library in LIBRARIES:
        if library in source.libraries and name in library.classes:
            return library
    return None


def of_subclasses(source):
    for found in SUBCLASS.finditer(source.code):
        if library := class_named(found["parent"], source):
            parent = f"{found['parent']} of {library.module}"
            remedy = (
                f"{parent} is open, too, and {GUIDES}/{library.guide} says what that takes"
                if found["parent"] in library.open
                else f"{parent} is final; hold one instead of being one"
            )
            yield found.start(), f"{found['name']} is a subclass: {remedy}"


def of_extensions(source):
    ends = ends_of_bodies(source.code) if source.libraries else {}
    for found in EXTENSION.finditer(source.code):
        library = class_named(found["name"], source)
        if library is None:
            continue
        before = OBJC_BEFORE.search(source.code, max(0, found.start() - 300), found.start())
        places = [before.start()] if before else []
        start = found.end()
        body = OBJC.finditer(source.code, start, ends.get(start, start))
        places += [inside.start() for inside in body]
        for place in places:
            yield place, (
                f"@objc in an extension of {found['name']}: Objective-C does not see"
                f" {library.module}; make it a function that takes a completion handler"
            )


def ends_of_bodies(code):
    """Returns where each body ends, by where it begins; one without an end is left out."""
    begun, ends = [], {}
    for found in re.finditer(r"[{}]", code):
        if found[0] == "{":
            begun.append(found.end())
        elif begun:
            ends[begun.pop()] = found.start()
    return ends


def of_names(source, types):
    """Names with a module before them, where something else has the name of the module."""
    for found in rewriting.names(source):
        module = found["module"]
        library = libraries.OLD[module]
        if module in source.kept or library not in source.libraries:
            continue
        if module not in types | source.values:
            continue
        if not found["selector"] and not rewriting.is_member(source.code, found.start()):
            yield found.start(), (
                f"{module} is left alone, as something of yours is called so; if it is the module,"
                f" make it {library.module}"
            )


def in_objective_c(text):
    """Yields the library, line and reason of each import of an old library in C or Objective-C."""
    code = C_COMMENT.sub(lambda found: found[0] if found[0][0] == '"' else blank(found[0]), text)
    for found in C_IMPORT.finditer(code):
        name = found["framework"] or found["folder"] or found["module"]
        library = libraries.OLD.get(name) or of_header(found["header"])
        if library or libraries.COMPANION.fullmatch(name or ""):
            library = library or libraries.OLD["PromiseKit"]
            yield library, text.count("\n", 0, found.start()) + 1, (
                f"Objective-C does not see {library.module}; call a Swift function that takes a"
                f" completion handler, or let this file keep {library.name}, and run this with"
                f" --except {library.name} once the rest has moved"
            )


def of_header(name):
    for library in LIBRARIES:
        if name and library.headers and re.fullmatch(library.headers, name):
            return library
    return None


def blank(comment):
    return re.sub(r"[^\n]", " ", comment)
