"""Makes trees of files for tests, and runs the command on them."""
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path

import command


class TreeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve() / "App"
        self.root.mkdir()
        # The repository says whose Then is meant, and ends the search for it.
        (self.root.parent / ".git").mkdir()
        (self.root.parent / "Cartfile").write_text('github "freshOS/then"')

    def put(self, name, content=""):
        """Makes a file of a text or bytes; a text is written as it is."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def text(self, name):
        return (self.root / name).read_bytes().decode()

    def migrate(self, *options):
        """Returns what the command exits with, and what it prints, without the path of the tree."""
        printed = io.StringIO(newline="")
        with contextlib.redirect_stdout(printed):
            status = command.main([*options, str(self.root)])
        return status, printed.getvalue().replace(str(self.root) + os.sep, "")

    def rewritten(self, text, *options):
        """Returns what becomes of a single file with this text."""
        self.put("File.swift", text)
        self.migrate("--write", *options)
        return self.text("File.swift")

    def hands(self, *options):
        """Returns the places that need a hand, as they are printed."""
        _, printed = self.migrate(*options)
        listed = printed.partition("By hand:\n")[2].partition("\n\n")[0]
        return listed.splitlines()


def snapshot(root):
    """Returns the bytes of every file by its name."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
