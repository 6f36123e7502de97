"""Finds old libraries in manifests, which are reported but never rewritten."""
from __future__ import annotations

import os
import re

import scanner

# The form of a dependency in each kind of manifest, by file name.
KINDS = {
    r"Package(?:@swift-[\d.]+)?\.swift": re.compile(r'"([^"\n]*)"'),
    r"Podfile|.*\.podspec": re.compile(
        r"^[^#\n]*?(?:\bpod|\.dependency)[\s(]+[\"']([^\"'\n]*)", re.M
    ),
    r"Cartfile(?:\.private)?": re.compile(r'^\s*\w+\s+"([^"\n]*)"', re.M),
    r"project\.pbxproj": re.compile(r'\brepositoryURL = "([^"\n]*)"'),
}


def kind(name):
    """Returns the pattern for a file that is searched, or None for any other."""
    last = os.path.basename(name)
    return next((found for pattern, found in KINDS.items() if re.fullmatch(pattern, last)), None)


def without_comments(name, text):
    if name.endswith(".swift"):
        return scanner.without_comments(text)
    return re.sub(r"^[ \t]*#.*", "", text, flags=re.M)


def mentions(name, text, libraries):
    """Yields each line that names a library, with the remedy."""
    text = without_comments(name, text)
    for found in kind(name).finditer(text):
        for library in libraries:
            if library.is_dependency(found[1]):
                yield text.count("\n", 0, found.start(1)) + 1, (
                    f"replace {library.name} with the package Pledge and its product {library.replacement};"
                    f" if this is something else, use --except {library.name}"
                )
