"""Runs the command on file trees created by tests."""
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import command

OLD, NEW = "import PromiseKit\n", "import PledgePromiseKit\n"


class TreeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve() / "App"
        self.root.mkdir()

    def put(self, name, content=OLD):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def text(self, name):
        return (self.root / name).read_bytes().decode()

    def migrate(self, *options, path=None):
        """Returns the exit status and the output, without the path of the tree."""
        printed = io.StringIO(newline="")
        with contextlib.redirect_stdout(printed):
            status = command.main([*options, str(path or self.root)])
        return status, printed.getvalue().replace(str(self.root) + os.sep, "")

    def rewritten(self, text, *options):
        self.put("File.swift", text)
        self.migrate("--write", *options)
        return self.text("File.swift")

    def by_hand(self, *options):
        """Returns the reported places and reasons."""
        _, printed = self.migrate(*options)
        return printed.partition("To change by hand:\n")[2].partition("\n\n")[0].splitlines()


def snapshot(root):
    """Returns the bytes of every file by name."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink() and ".git" not in path.parts
    }
