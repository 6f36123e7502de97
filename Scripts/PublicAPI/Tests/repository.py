import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]


class RepositoryTests(unittest.TestCase):
    """Tests that run the scripts in a separate repository, with a `swift` that prints given text."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.root = self.folder / "origin"
        shutil.copytree(SCRIPTS / "PublicAPI", self.root / "Scripts/PublicAPI")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def swift(self, output, status=0):
        stub = f"#!/bin/sh\ncat <<'END'\n{output}\nEND\nexit {status}\n"
        self.write("../bin/swift", stub).chmod(0o755)

    def expect(self, message=None):
        """Expects the check of breakages to fail with a message, or to succeed without one."""
        run = subprocess.run(
            [sys.executable, "-B", self.root / "Scripts/PublicAPI/breakage.py"],
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin"}, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        self.assertEqual(run.returncode, 1 if message else 0, run.stdout)
        self.assertIn(message or "", run.stdout)
