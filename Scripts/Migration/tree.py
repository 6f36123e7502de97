"""Reads the files of a source tree, and writes them so that nothing can be lost."""
from __future__ import annotations

import glob
import os
import shutil
import stat
import tempfile
from dataclasses import dataclass, field

import manifests

SKIPPED = {".build", ".git", "Carthage", "DerivedData", "Pods", "checkouts"}
READABLE = "make it readable, and run this again"
OBJECTIVE_C = (".h", ".m", ".mm", ".pch")


@dataclass
class Tree:
    """What is in a tree, by name; names are relative to its root."""

    root: str
    swift: dict[str, str] = field(default_factory=dict)
    objective_c: dict[str, str] = field(default_factory=dict)
    manifests: dict[str, str] = field(default_factory=dict)
    # What could not be read, and what to do about it.
    unread: list[tuple[str, str]] = field(default_factory=list)
    # What leads out of the tree.
    links: list[str] = field(default_factory=list)
    # The Swift files beside it, if it is a single file.
    beside: dict[str, str] = field(default_factory=dict)
    # The manifests of each folder above it, the nearest first.
    above: list[dict[str, str]] = field(default_factory=list)

    def path(self, name):
        return os.path.join(self.root, name)

    def shown(self, name):
        """Returns what to call a file in messages: as its folder was called."""
        return os.path.normpath(self.path(name))


def read(path):
    """Returns the tree in a folder, or with the one file at `path`."""
    if not os.path.isdir(path):
        path = os.path.realpath(path) if os.path.islink(path) else path
        tree = Tree(os.path.dirname(path) or ".")
        take(tree, os.path.basename(path))
        tree.beside = swift_beside(tree)
        tree.above = list(manifests_above(tree, path))
        return tree
    tree = Tree(path)
    tree.above = list(manifests_above(tree, path))

    def unread(error):
        name = os.path.relpath(error.filename, path)
        tree.unread.append((name, f"{error.strerror}; {READABLE}"))

    for folder, folders, names in os.walk(path, onerror=unread):
        inside = sorted(name for name in folders if name not in SKIPPED)
        folders[:] = [name for name in inside if not os.path.islink(os.path.join(folder, name))]
        for name in sorted({*inside, *names} - {*folders}):
            take(tree, os.path.relpath(os.path.join(folder, name), path))
    return tree


def swift_beside(tree):
    here = Tree(tree.root)
    for found in glob.glob(os.path.join(glob.escape(tree.root), "*.swift")):
        take(here, os.path.basename(found))
    return {name: text for name, text in here.swift.items() if name not in tree.swift}


def manifests_above(tree, path):
    """Yields the manifests of each folder above `path`, up to the one with the repository."""
    folder = os.path.realpath(path)
    while not os.path.lexists(os.path.join(folder, ".git")) and folder != os.path.dirname(folder):
        folder = os.path.dirname(folder)
        here = Tree(tree.root)
        for pattern in ("*", "*.xcodeproj/project.pbxproj"):
            for found in sorted(glob.glob(os.path.join(glob.escape(folder), pattern))):
                name = os.path.relpath(found, os.path.realpath(tree.root))
                if manifests.is_manifest(name.replace(os.sep, "/")):
                    take(here, name)
        yield here.manifests


def take(tree, name):
    """Reads a file if it is of interest; what a link in the tree leads to is read there."""
    path = tree.path(name)
    kind = kind_of(tree, name)
    if os.path.islink(path):
        if (kind is tree.swift or os.path.isdir(path)) and leads_out(tree, path):
            tree.links.append(name)
    elif kind is not None:
        try:
            if stat.S_ISREG(os.lstat(path).st_mode):
                with open(path, "rb") as file:
                    kind[name] = decoded(file.read(), strictly=kind is tree.swift)
        except OSError as error:
            tree.unread.append((name, f"{error.strerror}; {READABLE}"))
        except UnicodeError:
            remedy = "not in UTF-8, and left alone; convert it, as iconv does, and run this again"
            tree.unread.append((name, remedy))
    if manifests.is_manifest(name) and name in tree.swift:
        tree.manifests[name] = tree.swift[name]


def is_read(path):
    name = os.path.basename(os.path.realpath(path))
    return os.path.isfile(path) and kind_of(Tree(""), name) is not None


def kind_of(tree, name):
    if name.endswith(".swift"):
        return tree.swift
    if manifests.is_manifest(name.replace(os.sep, "/")):
        return tree.manifests
    return tree.objective_c if name.endswith(OBJECTIVE_C) else None


def leads_out(tree, path):
    root, target = os.path.realpath(tree.root), os.path.realpath(path)
    return target != root and not target.startswith(os.path.join(root, ""))


def decoded(data, strictly):
    """Returns a text that is written as `data` again if it was read strictly."""
    if not strictly:
        return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    text = data.decode("utf-8")
    if "\0" in text:
        raise UnicodeError("UTF-16 that is valid UTF-8")
    return text


def write(tree, name, text):
    """Replaces a file at once and whole, with the mode it had; or raises OSError."""
    path = tree.path(name)
    before = os.lstat(path)
    if not before.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(None, "it is read-only")
    handle, draft = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".migrate-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        keep_owner(draft, before)
        shutil.copymode(path, draft)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise


def keep_owner(draft, before):
    now = os.stat(draft)
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        try:
            os.chown(draft, before.st_uid, before.st_gid)
        except PermissionError:
            pass  # Only root can give files away.
