"""Reads the files of a source tree and replaces them without the risk of losing data."""
from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from dataclasses import dataclass, field

import manifests

SKIPPED = {".build", ".git", "Carthage", "DerivedData", "Pods", "checkouts"}


@dataclass
class Tree:
    root: str
    # The text of each Swift file and each other relevant file, by its name in the tree.
    swift: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    # Unreadable files and links that were not followed: names, lines (0 for the file), and reasons.
    unread: list[tuple[str, int, str]] = field(default_factory=list)
    notes: list[tuple[str, int, str]] = field(default_factory=list)

    def path(self, name):
        return os.path.normpath(os.path.join(self.root, name))


def read(root):
    tree = Tree(root)

    def failed(error):
        name = os.path.relpath(error.filename, root)
        tree.unread.append((name, 0, f"{error.strerror}; make it readable and run this again"))

    for folder, folders, names in os.walk(root, onerror=failed):
        folders[:] = sorted(set(folders) - SKIPPED)
        for path in sorted(os.path.join(folder, name) for name in (*folders, *names)):
            try:
                take(tree, path)
            except OSError as error:
                failed(error)
    return tree


def take(tree, path):
    """Reads a relevant file. Links are not followed."""
    name = os.path.relpath(path, tree.root)
    is_swift, is_other = name.endswith(".swift"), manifests.kind(name) is not None
    if os.path.islink(path):
        root, target = os.path.realpath(tree.root), os.path.realpath(path)
        is_outside = os.path.relpath(target, root).startswith(os.pardir)
        if is_outside and (is_swift or os.path.isdir(path)):
            reason = "a link to a place outside this folder, not followed; migrate that place, too"
            tree.notes.append((name, 0, reason))
    elif (is_swift or is_other) and os.path.isfile(path):
        with open(path, "rb") as file:
            data = file.read()
        if is_other:
            tree.others[name] = data.decode("utf-8", "replace")
        try:
            if is_swift:
                tree.swift[name] = decoded(data)
        except UnicodeError:
            reason = "not UTF-8, so it is left alone; convert it, for example with iconv, and run this again"
            tree.unread.append((name, 0, reason))


def decoded(data):
    """Returns a text that encodes to the same bytes."""
    text = data.decode("utf-8")
    if "\0" in text:
        raise UnicodeError("probably UTF-16")
    return text


def replace(path, before, after):
    """Replaces a file atomically, keeping its mode and owner; raises OSError and keeps it otherwise."""
    status = os.lstat(path)
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(None, "it is read-only; make it writable and run this again")
    handle, draft = tempfile.mkstemp(dir=os.path.dirname(path) or ".", prefix=".migrate-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(after.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(AttributeError, PermissionError):  # Windows; only root gives files away.
            os.chown(draft, status.st_uid, status.st_gid)
        shutil.copymode(path, draft)
        with open(path, "rb") as file:
            if file.read() != before.encode("utf-8"):
                raise OSError(None, "it was changed in the meantime; run this again")
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
