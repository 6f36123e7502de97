import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]
PAGE = "Documentation/PublicAPI.md"
OPERATORS = "Documentation/Operators.toml"
FEATURES = "Documentation/Features.md"
MODULE = "Sources/Pledge/Pledge.docc/Pledge.md"
FUTURE = "Sources/Pledge/Pledge.docc/Types/Future.md"


def block(name, text=""):
    """Returns the comments of a block of generated text."""
    start = f"<!-- {name}: generated from Operators.toml by Scripts/api -->"
    return f"{start}\n\n{text}<!-- end of {name} -->\n"


class RepositoryTests(unittest.TestCase):
    """Tests that run Scripts/api in a separate repository, with a `swift` that prints given text."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.root = self.folder / "origin"
        shutil.copytree(SCRIPTS / "PublicAPI", self.root / "Scripts/PublicAPI")
        shutil.copy(SCRIPTS / "api", self.root / "Scripts/api")
        for name in (OPERATORS, FEATURES, MODULE, FUTURE):
            self.write(name, block("Operators") if name in (MODULE, FUTURE) else "")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def swift(self, output, status=0):
        stub = f"#!/bin/sh\ncat <<'END'\n{output}\nEND\nexit {status}\n"
        self.write("../bin/swift", stub).chmod(0o755)

    def api(self, *options, root=None):
        """Runs Scripts/api and returns its status and output."""
        run = subprocess.run(
            [sys.executable, (root or self.root) / "Scripts/api", *options],
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin"}, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        return run.returncode, run.stdout

    def expect_failure(self, message, *options, **others):
        status, printed = self.api(*options, **others)
        self.assertEqual(status, 1, printed)
        self.assertIn(message, printed)

    def expect_success(self, *options, **others):
        status, printed = self.api(*options, **others)
        self.assertEqual(status, 0, printed)
