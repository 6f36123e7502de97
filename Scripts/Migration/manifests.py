"""Finds where a package manager is told of an old library."""
from __future__ import annotations

import re

import libraries
import scanner
from libraries import DEPENDENCY, PRODUCT

STRING = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
ADDRESS = re.compile(r"(?:\A|[/:])([\w.-]+)/([\w.-]+?)(?:\.git)?/?\Z")
POD = re.compile(r"^\s*(?:pod|[\w.]+\.dependency)[\s(]+[\"']([^\"'/]+)", re.M)
HASH_COMMENT = re.compile(r"^((?:[^#\"'\n]|\"[^\"\n]*\"|'[^'\n]*')*)#.*", re.M)
# A target of the tree, rather than a use of one.
TARGET = re.compile(r"\.(?:\w*[tT]arget|macro|plugin|library)\s*\(\s*name:\s*\Z")
# A string that names no dependency: a path, a file, a setting, the package itself, a product.
OTHER = re.compile(
    r"(?:\b(?:path|publicHeadersPath):|\.define\s*\(|\bPackage\s*\(\s*name:"
    r"|\b(?:exclude|sources|resources|targets):\s*\[[^\[\]]*)\s*\Z"
)
# What a dependency of the package is told by, other than an address.
IDENTITY = re.compile(r"\.package\s*\(\s*id:\s*\Z")
DIRECTORY = re.compile(r"\.package\s*\([^()]*\bpath:\s*\Z")
PACKAGE = re.compile(r"\bpackage:\s*\Z|\.package\s*\(\s*name:\s*\Z")


def is_manifest(name):
    last = name.rsplit("/", 1)[-1]
    return (
        last in ("Podfile", "Cartfile", "Cartfile.private", "Package.swift", "project.pbxproj")
        or last.endswith(".podspec")
        or re.fullmatch(r"Package@swift-[\d.]+\.swift", last) is not None
    )


def without_comments(name, text):
    if name.endswith(".swift"):
        return scanner.without_comments(text)
    return text if name.endswith(".pbxproj") else HASH_COMMENT.sub(r"\1", text)


def all_without_comments(texts):
    return {name: without_comments(name, text) for name, text in texts.items()}


def entries(name, text, kept):
    """Yields the line, the library and the reason of each entry for an old library.

    `text` has no comments; `kept` are modules that are to stay.
    """
    last = name.rsplit("/", 1)[-1]
    if last.startswith("Package"):
        yield from in_package(text, kept)
    elif last == "project.pbxproj":
        yield from in_project(text)
    elif last.startswith("Cartfile"):
        yield from in_cartfile(text)
    else:
        yield from in_podfile(text)


def in_package(text, kept):
    for found in STRING.finditer(text):
        said = found[1]
        if said is None:
            continue
        before = text[max(0, found.start() - 1000) : found.start()]
        if library := dependency(said, before, kept):
            yield line(text, found), library, f"depend on Pledge instead: {DEPENDENCY}"
        elif said not in libraries.OLD or said in kept or PACKAGE.search(before):
            continue
        elif TARGET.search(before):
            library = libraries.OLD[said]
            yield line(text, found), library, (
                f"a target of your own is called {said}: a copy of the library can go; if it is"
                f" something else, run this with --except {library.name}"
            )
        elif not OTHER.search(before):
            library = libraries.OLD[said]
            yield line(text, found), library, f"use {PRODUCT.format(library.module)}"


def dependency(said, before, kept):
    """Returns the library that a package depends on with such a string, if any."""
    if DIRECTORY.search(before):
        name = said.rstrip("/").rsplit("/", 1)[-1]
        return None if name in kept else libraries.of_directory(name)
    return repository(said.replace(".", "/", 1) if IDENTITY.search(before) else said)


def in_project(text):
    for found in re.finditer(r"\brepositoryURL = (\"[^\"\n]*\")", text):
        if library := repository(found[1].strip('"')):
            remedy = f"add Pledge in Xcode, with its product {library.module}, and remove this"
            yield line(text, found), library, remedy


def in_cartfile(text):
    for found in STRING.finditer(text):
        if library := repository(found[1] or found[2] or ""):
            yield line(text, found), library, (
                f"Pledge is a package: add it in Xcode, with its product {library.module}, and"
                " remove this"
            )


def in_podfile(text):
    for found in POD.finditer(text):
        if library := libraries.of_pod(found[1]):
            yield text.count("\n", 0, found.start(1)) + 1, library, (
                f"Pledge is a package: add it in Xcode, with its product {library.module}, and"
                f" remove {found[1]} here"
            )


def repository(address):
    found = ADDRESS.search(address)
    return libraries.of_repository(found[1], found[2]) if found else None


def line(text, found):
    return text.count("\n", 0, found.start()) + 1
