"""A small repository for tests."""
import pathlib
import subprocess
import tempfile
import unittest


class RepositoryTests(unittest.TestCase):
    def repository(self, files):
        """Creates a git repository with `files`, which maps names to texts, and returns its root."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        subprocess.run(["git", "init", "--quiet", root], check=True)
        return root
