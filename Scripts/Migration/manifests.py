"""Finds old libraries in manifests and in Objective-C, which are reported but never rewritten."""
from __future__ import annotations

import os
import re

import scanner

IMPORT = re.compile(r"^\s*(?:#\s*(?:import|include)\s*[<\"]|@import\s+)(\w+)", re.M)
TARGET = re.compile(r'\b(?:\w*[tT]arget|macro)\s*\(\s*name:\s*"(\w+)"')
# The form of a dependency in each kind of manifest, by file name.
KINDS = {
    r"Package(?:@swift-[\d.]+)?\.swift": re.compile(r'"([^"\n]*)"'),
    r"Podfile|.*\.podspec": re.compile(
        r"^[^#\n]*?(?:\bpod|\.dependency)[\s(]+[\"']([^\"'\n]*)", re.M
    ),
    r"Cartfile(?:\.private)?": re.compile(r'^\s*\w+\s+"([^"\n]*)"', re.M),
    r"project\.pbxproj": re.compile(r'\brepositoryURL = "([^"\n]*)"'),
    r".*\.(?:h|m|mm|pch)": IMPORT,
}


def kind(name):
    """Returns the pattern for a file that is searched, or None for any other."""
    last = os.path.basename(name)
    return next((found for pattern, found in KINDS.items() if re.fullmatch(pattern, last)), None)


def without_comments(name, text):
    if name.endswith(".swift"):
        return scanner.without_comments(text)
    return re.sub(r"^[ \t]*#(?!\s*(?:import|include)).*", "", text, flags=re.M)


def own_modules(tree):
    """Returns the names of modules whose sources are probably in the tree."""
    folders = {part for name in tree.swift for part in re.split(r"[/\\]", name)[:-1]}
    packages = [text for name, text in tree.others.items() if name.endswith(".swift")]
    return folders.union(*(TARGET.findall(scanner.without_comments(text)) for text in packages))


def mentions(name, text, libraries):
    """Returns the first line that names each library, with the remedy for all of its lines."""
    pattern, places = kind(name), {}
    text = without_comments(name, text)
    is_header = pattern is IMPORT
    for found in pattern.finditer(text):
        for library in libraries:
            if is_imported(library, found) if is_header else library.is_dependency(found[1]):
                lines, words = places.setdefault(library.name, (library, [], []))[1:]
                lines.append(text.count("\n", 0, found.start(1)) + 1)
                words.append(found[1])
    return [
        (lines[0], (in_objective_c(library) if is_header else in_manifest(library, words)) + also(lines))
        for library, lines, words in places.values()
    ]


def in_manifest(library, words):
    names = {re.split(r"[/.]", re.sub(r"(?:\.git)?/?$", "", word))[-1] for word in words}
    found = {library.modules.get(name, library.replacement) for name in names} | {library.replacement}
    new = " and ".join(sorted(found, key=list(library.modules.values()).index))
    return (
        f"replace {library.name} with the package Pledge and its product{'s' * (len(found) > 1)} {new};"
        f" if this is something else, use --except {library.name}"
    )


def in_objective_c(library):
    return (
        f"Objective-C cannot use {library.replacement}; call a Swift function with a completion handler,"
        f" or keep {library.name} here and use --except {library.name}"
    )


def also(lines):
    more = [str(line) for line in dict.fromkeys(lines) if line != lines[0]]
    return f"; also line{'s' * (len(more) > 1)} {', '.join(more)}" if more else ""


def is_imported(library, found):
    """Whether an import in Objective-C is of the library or of a module based on it."""
    names = [*library.modules, library.objective_c]
    if found.string[found.start(1) - 1] != '"':
        names += (pattern for pattern, _ in library.reported)
    return re.fullmatch("|".join(names), found[1])
