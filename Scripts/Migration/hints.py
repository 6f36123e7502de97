"""Finds hints that require the whole tree: copied and missing modules, manifests, imports for Linux."""
from __future__ import annotations

import re

import manifests
import scanner

TARGET = re.compile(r'\b(?:\w*[tT]arget|macro)\s*\(\s*name:\s*"(\w+)"')
# Types that are in FoundationNetworking on Linux, and frameworks that do not exist there.
NETWORKING = re.compile(
    r"\b(?:URL(?:Session\w*|Request|Response|Credential\w*|AuthenticationChallenge|ProtectionSpace|Protocol"
    r"|Cache)|HTTPURLResponse|CachedURLResponse|HTTPCookie\w*)\b"
)
APPLE = {"AppKit", "Cocoa", "CoreLocation", "MapKit", "SwiftUI", "UIKit", "WatchKit", "WebKit"}


def own_modules(tree):
    """Returns the names of modules whose sources are probably in the tree."""
    folders = {part for name in tree.swift for part in parts(name)[:-1]}
    return folders.union(*(
        TARGET.findall(scanner.without_comments(text)) for text in manifests.packages(tree).values()
    ))


def parts(name):
    return re.split(r"[/\\]", name)


def about_parts(sources, libraries):
    """Returns notes about copies of parts, and about parts that are used without an import."""
    notes, places = [], []
    for library in (library for library in libraries if library.part):
        old, new = library.part.module, library.modules[library.part.module]
        if found := copies(sources, library):
            notes += [
                (*place, f"this looks like a copy of {old}; remove it and import {new}, or keep it and do"
                    f" not import {new} beside it")
                for place in found
            ]
        elif all(source.modules.isdisjoint({old, new}) for source in sources.values()):
            places += [
                (*place, f"{word} is part of {new}; add its product, and import it beside"
                    f" {library.replacement}")
                for *place, word in uses(sources, library)
            ]
    return notes, places


def copies(sources, library):
    """Yields the folders and declarations that are probably copies of the library's part."""
    places = set()
    for name, source in sources.items():
        folders = parts(name)[:-1]
        depth = next((i for i, it in enumerate(folders) if re.fullmatch(library.part.folders, it)), None)
        if depth is not None:
            places.add(("/".join(folders[: depth + 1]), 0))
        elif library.is_imported(source.modules):
            found = re.finditer(library.part.copies, source.code)
            places |= {(name, source.line(it.start())) for it in found}
    return places


def uses(sources, library):
    """Yields the first use of the library's part in each file."""
    for name, source in sources.items():
        found = library.is_imported(source.modules) and re.search(library.part.uses, source.code)
        if found:
            yield name, source.line(found.start()), found[0]


def about_linux(tree, sources, libraries):
    """Returns a note if files lack an import that they need on Linux."""
    if manifests.all_of(tree) and not manifests.packages(tree):
        return []
    lacking = [
        (name, source.line(found.start()), found[0])
        for name, source in sources.items()
        if any(library.is_imported(source.modules) for library in libraries)
        and source.modules.isdisjoint({"FoundationNetworking", *APPLE})
        and (found := NETWORKING.search(source.code))
    ]
    return [
        (name, line, f"on Linux, {word} is in FoundationNetworking; if this is built there, import that"
            f" within #if canImport(FoundationNetworking){others(len(lacking) - 1)}")
        for name, line, word in lacking[:1]
    ]


def others(count):
    return f"; the same applies to {count} more file{'s' * (count > 1)}" if count else ""


def about_manifests(tree, libraries):
    """Returns a sentence if no manifest in the tree names one of the libraries or its replacement."""
    found = manifests.all_of(tree)
    new = "|".join(module for library in libraries for module in library.modules.values())
    if any(
        re.search(rf"\b(?:{new})\b", manifests.without_comments(name, text))
        or manifests.mentions(name, text, libraries)
        for name, text in found.items()
    ):
        return ""
    kinds = "Package.swift, Podfile, podspec, Cartfile, or Xcode project"
    problem = "No manifest here names the library or its replacement" if found else f"No manifest was found here ({kinds})"
    return f"{problem}: change the one that this code is built with."
