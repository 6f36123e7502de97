"""Plants files that must not be lost or changed, faults of the system, and wrong calls."""
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
import files
from Tests.trees import NEW, OLD, TreeTests, snapshot

SCRIPTS = Path(__file__).resolve().parents[2]


class FileTests(TreeTests):
    def test_a_file_keeps_its_mode_and_its_readers_keep_the_old_text(self):
        path = self.put("A.swift")
        path.chmod(0o751)
        with path.open() as reader:
            self.migrate("--write")
            self.assertEqual(reader.read(), OLD)
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o751)
        self.assertEqual(snapshot(self.root), {"A.swift": NEW.encode()})

    def test_other_files_are_not_touched(self):
        names = ["A.md", "A.m", "A.swift.orig", "Aswift", "Pods/A.swift", ".build/A.swift", "A/.git/A.swift"]
        before = {self.put(name): None for name in (*names, "Carthage/A.swift", "DerivedData/A.swift")}
        before[self.put("Done.swift", NEW)] = None
        before = {path: (path.read_bytes(), path.stat()) for path in before}
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual({path: (path.read_bytes(), path.stat()) for path in before}, before)

    def test_links_are_not_followed_and_those_that_lead_out_are_named(self):
        outside = self.root.parent / "Other"
        outside.mkdir()
        (outside / "A.swift").write_text(OLD)
        self.put("Sub/A.swift")
        links = {
            "B.swift": "Sub/A.swift", "Sub/Up": "..", "C.swift": "C.swift", "D.swift": "nothing.swift",
            "Link": outside, "E.swift": outside / "A.swift", "F.txt": outside / "A.swift",
        }
        for name, target in links.items():
            (self.root / name).symlink_to(target)
        status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("Sub/A.swift")), (0, NEW))
        self.assertEqual((outside / "A.swift").read_text(), OLD)
        self.assertTrue(all((self.root / name).is_symlink() for name in links))
        self.assertRegex(printed, "Note:\nE.swift: a link to a place outside.*\nLink: a link .*\n\n")

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


class FaultTests(TreeTests):
    def check(self, reason):
        """Checks that A.swift stays and is reported, and that everything else is written."""
        self.put("B.swift")
        status, printed = self.migrate("--write")
        self.assertEqual(status, 1)
        self.assertEqual(snapshot(self.root), {"A.swift": OLD.encode(), "B.swift": NEW.encode()})
        self.assertRegex(printed, f"^1 file rewritten.(?s:.*)hand:\nA.swift: {reason}")

    def test_a_read_only_file(self):
        self.put("A.swift").chmod(0o444)
        self.check("not written: it is read-only; make it writable and run this again\n")

    def test_a_file_that_cannot_be_replaced(self):
        for step in ("os.replace", "os.fsync", "tempfile.mkstemp", "shutil.copymode"):
            with self.subTest(step):
                self.put("A.swift")
                module, name = step.split(".")
                real = getattr(getattr(files, module), name)
                failure = [OSError(28, "No space left on device")]

                def once(*arguments, **options):
                    if failure:
                        raise failure.pop()
                    return real(*arguments, **options)

                with mock.patch(step, once):
                    self.check("not written: No space left on device\n")

    def test_a_file_that_is_changed_while_the_command_runs(self):
        path = self.put("A.swift", "import When\n")
        real = os.fsync

        def edited(handle):
            path.write_text(OLD)
            real(handle)

        with mock.patch("os.fsync", edited):
            status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("A.swift")), (1, OLD))
        self.assertIn("A.swift: not written: it was changed in the meantime; run this again\n", printed)


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

    def test_the_exit_status_tells_whether_something_is_left(self):
        self.put("A.swift")
        self.put("Package.swift", '.product(name: "PledgePromiseKit", package: "pledge")')
        found = self.run_script("App")
        self.assertEqual(found.returncode, 0)
        self.assertTrue(found.stdout.endswith(
            b"\n\n0 places to change by hand. Nothing is written without --write.\n"))
        self.put("A.swift", "@testable import PromiseKit")
        self.assertEqual([self.run_script("App", *rest).returncode for rest in ([], ["--write"])], [1, 1])

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
