import ast
import contextlib
import io
import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

import command
import libraries
from Tests.trees import TreeTests, snapshot

DRIVER = Path(__file__).resolve().parent.parent
ROOT = DRIVER.parent.parent
SCRIPT = ROOT / "Scripts/migrate"


class CommandTests(TreeTests):
    def run_script(self, *arguments):
        command = [sys.executable, SCRIPT, *arguments]
        return subprocess.run(command, cwd=self.root.parent, stdout=-1, stderr=-1, check=False)

    def refused(self, *arguments):
        """Returns what is said of a wrong call, and checks what it exits with."""
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as stopped:
            command.main([*arguments])
        self.assertEqual(stopped.exception.code, 64)
        return said.getvalue()

    def test_it_exits_with_0_if_nothing_is_left_to_do_by_hand(self):
        self.put("A.swift", "import PromiseKit")
        status, printed = self.migrate()
        self.assertEqual(status, 0)
        self.assertRegex(printed, "\nNothing is left to do by hand; nothing is written without")
        self.assertRegex(self.migrate("--write")[1], "\nNothing is left to do by hand.$")

    def test_it_exits_with_1_if_something_is(self):
        self.put("A.swift", "@testable import PromiseKit")
        self.assertEqual([self.migrate()[0], self.migrate("--write")[0]], [1, 1])

    def test_a_tree_without_such_a_library_needs_nothing(self):
        self.put("A.swift", "import Foundation")
        said = "There is nothing to rewrite.\n\nNothing is left to do by hand.\n"
        self.assertEqual(self.migrate(), (0, said))

    def test_a_wrong_call_is_refused_by_name(self):
        here = str(self.root)
        self.assertIn("unrecognized arguments: --wirte", self.refused("--wirte", here))
        self.assertIn("unrecognized arguments: --wri", self.refused("--wri", here))
        self.assertIn("PATH", self.refused())
        self.assertIn(f"there is no {here}/No; give a folder", self.refused(f"{here}/No"))
        self.assertIn("invalid choice: 'Hydra'", self.refused("--except", "Hydra", here))
        self.assertIn("unrecognized arguments: Other", self.refused(here, "Other"))
        self.assertIn("no file that this reads", self.refused(str(self.put("A.txt"))))

    def test_what_is_no_plain_file_is_refused(self):
        os.mkfifo(self.root / "A.swift")
        self.assertIn("no file that this reads", self.refused(str(self.root / "A.swift")))

    def test_an_error_of_its_own_and_an_interruption_have_codes_of_their_own(self):
        script = shutil.copy(SCRIPT, self.root / "migrate")
        for error, status, said in (
            ("ValueError", 70, "^Traceback(?s:.*)ValueError\n.*please report it\n$"),
            ("KeyboardInterrupt", 130, r"^Scripts/migrate: stopped; .*\n$"),
        ):
            with self.subTest(error):
                self.put("Migration/command.py", f"def main(arguments):\n  raise {error}")
                found = subprocess.run([sys.executable, script], stdout=-1, stderr=-1, check=False)
                self.assertEqual(found.returncode, status)
                self.assertRegex(found.stderr.decode(), said)

    def test_a_single_file_is_a_tree(self):
        path = self.put("A.swift", "import When\n")
        self.put("B.swift", "import When\n")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(command.main(["--write", str(path)]), 0)
        self.assertEqual(self.text("A.swift"), "import PledgeWhen\n")
        self.assertEqual(self.text("B.swift"), "import When\n")

    def test_patch_makes_of_the_dry_run_what_write_writes(self):
        self.put("Sub/A.swift", "import A\r\nimport Then\r\nfoo()\r\n")
        self.put("Sub A/B C.swift", "import When\n")
        self.put("B.swift", "import B\n" * 9 + "import PMKFoundation; import PromiseKit")
        self.put("C.swift", "\ufeff@testable import Promises\nimport PromisesTestHelpers\n")
        text = "import PromiseKit\n// a\fb\u2028c\n" + "foo()\n" * 20 + "PromiseKit.conf"
        self.put("D.swift", text)
        before = snapshot(self.root)
        printed = self.run_script("App").stdout
        patch = ["git", "apply", "--whitespace=nowarn", "--directory=App", "-"]
        subprocess.run(["git", "init", "-q"], cwd=self.root.parent, check=True)
        subprocess.run(patch, cwd=self.root.parent, input=printed, check=True)
        patched = snapshot(self.root)
        for name, data in before.items():
            self.put(name, data)
        self.run_script("--write", "App")
        self.assertEqual(snapshot(self.root), patched)

    @unittest.skipUnless(shutil.which("patch"), "there is no patch(1)")
    def test_the_patch_of_unix_takes_the_dry_run_too(self):
        self.put("Sub A/B C.swift", "import A\nimport When\n")
        printed = self.run_script("App").stdout
        subprocess.run(["patch", "-p1", "-s"], cwd=self.root, input=printed, check=True)
        self.assertEqual(self.text("Sub A/B C.swift"), "import A\nimport PledgeWhen\n")

    def test_places_are_named_as_the_tree_was_called(self):
        self.put("Sub/A.swift", "@testable import When")
        self.assertIn(b"\nApp/Sub/A.swift:1: what @testable", self.run_script("App/").stdout)
        self.assertIn(b"\nApp/Sub/A.swift:1: what @testable", self.run_script("./App").stdout)

    def test_a_name_of_a_file_may_be_no_text(self):
        folder = os.fsencode(self.root)
        with open(os.path.join(folder, b"A\xff.swift"), "wb") as file:
            file.write(b"@testable import When")
        found = self.run_script("App")
        self.assertEqual((found.returncode, found.stderr), (1, b""))
        self.assertIn(b"+++ b/A\xff.swift\n", found.stdout)

    def test_who_stops_reading_gets_no_complaint(self):
        self.put("A.swift", "import When\n" + "When.a()\n" * 100_000)
        with subprocess.Popen([SCRIPT, self.root], stdout=-1, stderr=-1) as running:
            running.stdout.readline()
            running.stdout.close()
            self.assertEqual(running.stderr.read(), b"")

    def test_help_names_every_library_and_how_it_exits(self):
        found = self.run_script("--help").stdout.decode()
        for word in ("--write", "--except", "64", *(known.name for known in libraries.LIBRARIES)):
            self.assertIn(word, found)


class HouseTests(unittest.TestCase):
    def test_the_dependency_is_the_one_of_the_readme(self):
        readme = (ROOT / "README.md").read_text()
        product = libraries.PRODUCT.format("Pledge")
        for part in (f"[{libraries.DEPENDENCY.rstrip(',')}]", f"\n{product} "):
            self.assertTrue(part in readme, part)

    def test_each_module_is_a_product_of_the_package(self):
        manifest = (ROOT / "Package.swift").read_text()
        for library in libraries.LIBRARIES:
            self.assertIn(f'"{library.module}"', manifest)

    def test_it_is_written_for_python_3_9(self):
        for path in (SCRIPT, *DRIVER.glob("*.py"), *DRIVER.glob("Tests/*.py")):
            ast.parse(path.read_text(), str(path), feature_version=(3, 9))
