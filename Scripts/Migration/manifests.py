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
    # A package, or a framework of Carthage.
    r"project\.pbxproj": re.compile(
        r'\brepositoryURL = "([^"\n]*)"|\bCarthage/Build/(?:[^/";\n]+/)*([\w-]+)\.(?:xc)?framework\b'
    ),
}
# The name of a target in a package, and in an Xcode project.
TARGET = re.compile(
    r'\.(?:target|executableTarget|testTarget)\s*\(\s*name:\s*"([^"\n]*)"'
    r'|\bisa = PBXNativeTarget;[^}]*?\bname = "?([^";\n]*)'
)


def kind(name):
    """Returns the pattern for a file that is searched, or None for any other."""
    last = os.path.basename(name)
    return next((found for pattern, found in KINDS.items() if re.fullmatch(pattern, last)), None)


def without_comments(name, text):
    if name.endswith(".swift"):
        return scanner.without_comments(text)
    return re.sub(r"^[ \t]*#.*", "", text, flags=re.M)


def targets(texts):
    """Returns the names of all targets in manifests."""
    return {name for text in texts for names in TARGET.findall(text) for name in names if name}


def mentions(name, text, libraries, targets):
    """Yields each line that names a library and none of the targets, with the remedy."""
    text = without_comments(name, text)
    for found in kind(name).finditer(text):
        dependency = found[found.lastindex]
        for library in libraries:
            product = library.product(dependency)
            if product is None or (not product and dependency in targets):
                continue
            yield text.count("\n", 0, found.start(found.lastindex)) + 1, (
                f"replace {library.name} with the package Pledge and its product {product};"
                f" if this is something else, use --except {library.name}"
            ) if product else library.without_replacement(dependency)
