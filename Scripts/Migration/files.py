"""Reads and writes the files of a source tree."""
from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass, field

import manifests

SKIPPED = {".build", ".git", "Carthage", "DerivedData", "Pods", "checkouts"}


@dataclass
class Tree:
    root: str
    # The text of each Swift file and each other relevant file, by its name in the tree.
    swift: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    # Unreadable files: names, lines (0 for the file), and reasons.
    unread: list[tuple[str, int, str]] = field(default_factory=list)

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
    if (is_swift or is_other) and os.path.isfile(path) and not os.path.islink(path):
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


def write(path, text):
    """Replaces a file, which keeps its mode, at once: if this is interrupted or fails, the old file is complete."""
    draft = f"{path}.migrating"
    try:
        with open(draft, "wb") as file:
            file.write(text.encode("utf-8"))
            os.fsync(file)
        shutil.copymode(path, draft)
        os.replace(draft, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)
