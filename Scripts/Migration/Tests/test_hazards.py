"""Plants files that must not be changed, and wrong calls."""
import ast
import contextlib
import io
import os
import stat
import subprocess
import sys
from pathlib import Path
from unittest import mock

import command
from Tests.trees import NEW, OLD, TreeTests, snapshot

SCRIPTS = Path(__file__).resolve().parents[2]


class FileTests(TreeTests):
    def test_a_file_keeps_its_mode_and_its_links_are_not_followed(self):
        path = self.put("A.swift", OLD * 2)
        path.chmod(0o751)
        for name, target in {"B.swift": "A.swift", "Up": "..", "C.swift": "C.swift", "D.swift": "nothing.swift"}.items():
            (self.root / name).symlink_to(target)
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o751)
        self.assertEqual(snapshot(self.root), {"A.swift": NEW.encode()})

    def test_other_files_are_not_touched(self):
        names = ["A.md", "A.m", "A.swift.orig", "Aswift", "Pods/A.swift", ".build/A.swift", "A/.git/A.swift"]
        before = {self.put(name): None for name in (*names, "Carthage/A.swift", "DerivedData/A.swift")}
        before[self.put("Done.swift", NEW)] = None
        before = {path: (path.read_bytes(), path.stat()) for path in before}
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual({path: (path.read_bytes(), path.stat()) for path in before}, before)

    def test_a_file_that_is_not_utf_8_is_left_alone_and_reported(self):
        self.put("Podfile", "# \xe9\npod 'When'\n".encode("latin-1"))
        for data in (
            "import PromiseKit // \xe9".encode("latin-1"), OLD.encode("utf-16"), OLD.encode("utf-16-le"),
        ):
            with self.subTest(data):
                self.put("A.swift", data)
                self.put("B.swift")
                status, printed = self.migrate("--write")
                self.assertEqual((status, self.text("B.swift")), (1, NEW))
                self.assertEqual((self.root / "A.swift").read_bytes(), data)
                self.assertRegex(printed, "hand:\nA.swift: not UTF-8.*\nPodfile:2: ")

    def test_a_file_that_cannot_be_written_is_reported_and_others_are_written(self):
        self.put("A.swift")
        self.put("B.swift")
        with mock.patch("os.fsync", side_effect=[OSError(28, "No space left on device"), None]):
            status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("A.swift"), self.text("B.swift")), (1, OLD, NEW))
        self.assertEqual(len(list(self.root.iterdir())), 2)
        self.assertRegex(printed, "^1 file rewritten.(?s:.*)hand:\nA.swift: not written: No space left on device\n")


class CommandTests(TreeTests):
    def run_script(self, *arguments):
        command = [sys.executable, SCRIPTS / "migrate", *arguments]
        return subprocess.run(command, cwd=self.root.parent, capture_output=True, check=False)

    def test_wrong_calls_are_rejected(self):
        here = str(self.root)
        for arguments, message in (
            (["--wri", here], "unrecognized arguments: --wri"), ([], "PATH"),
            ([here + "/No"], "/No is neither a folder nor a Swift file"),
            ([str(self.put("A.txt"))], "A.txt is neither a folder nor a Swift file"),
            (["--except", "Hydra", here], "invalid choice: 'Hydra'"),
        ):
            printed = io.StringIO()
            with contextlib.redirect_stderr(printed), self.assertRaises(SystemExit) as stopped:
                command.main(arguments)
            self.assertEqual(stopped.exception.code, 2)
            self.assertIn(message, printed.getvalue())

    def test_a_folder_without_swift_is_an_error(self):
        self.put("README.md", "PromiseKit")
        for rest in ([], ["--write"]):
            found = self.run_script("App", *rest)
            self.assertEqual((found.returncode, found.stdout), (2, b""))
            self.assertIn(b"Scripts/migrate: error: App has no Swift file; pass the folder of your sources", found.stderr)

    def test_places_have_the_path_as_given_and_names_need_not_be_utf_8(self):
        with open(os.path.join(os.fsencode(self.root), b"A\xff.swift"), "wb") as file:
            file.write(b"@testable import When")
        for path in ("App/", "./App"):
            found = self.run_script(path)
            self.assertEqual(found.stderr, b"")
            self.assertIn(b"+++ b/A\xff.swift\t\n", found.stdout)
            self.assertIn(b"\nApp/A\xff.swift:1: the internals", found.stdout)

    def test_it_is_written_for_python_3_9(self):
        for path in (SCRIPTS / "migrate", *SCRIPTS.glob("Migration/*.py")):
            ast.parse(path.read_text(), str(path), feature_version=(3, 9))
