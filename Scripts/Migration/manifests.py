"""Finds old libraries in manifests and in Objective-C, which are reported but never rewritten."""
from __future__ import annotations

import os
import re

import scanner

IMPORT = re.compile(r"^\s*(?:#\s*(?:import|include)\s*[<\"]|@import\s+)(\w+)", re.M)
# Where each kind of file names what it depends on, by the file's name.
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


def mentions(name, text, libraries):
    """Returns the lines that name a library, with the reasons to change them."""
    pattern, reasons = kind(name), {}
    text = without_comments(name, text)
    for found in pattern.finditer(text):
        line = text.count("\n", 0, found.start(1)) + 1
        for library in libraries:
            if pattern is not IMPORT and library.is_dependency(found[1]):
                reasons[line, library.name] = (
                    f"replace {library.name} with the package Pledge and its product"
                    f" {library.replacement}; if this is something else, use --except {library.name}"
                )
            elif pattern is IMPORT and is_imported(library, found[1]):
                reasons[line, library.name] = (
                    f"Objective-C cannot use {library.replacement}; call a Swift function with a"
                    f" completion handler, or keep {library.name} here and use --except {library.name}"
                )
    return [(line, reason) for (line, _), reason in reasons.items()]


def is_imported(library, word):
    names = (*library.modules, *(pattern for pattern, _ in library.reported), library.objective_c)
    return re.fullmatch("|".join(names), word)
