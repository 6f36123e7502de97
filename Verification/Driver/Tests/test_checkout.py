import subprocess
import tempfile
import unittest
from pathlib import Path

from checkout import Checkout
from running import Trouble

FILES = ("Sources/A.swift", "Scripts/run")


class CheckoutTests(unittest.TestCase):
    def setUp(self):
        self.origin = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.git("init", "--quiet")
        self.write("Sources/A.swift", "let a = 1\n")
        self.write("Scripts/run", "echo\n").chmod(0o755)
        self.git("add", ".")
        self.copy = Checkout(self.origin / ".build/copies/checkout", self.origin)
        self.enterContext(self.copy.taken())
        self.copy.update()

    def git(self, *arguments):
        subprocess.run(["git", "-C", str(self.origin), *arguments], check=True)

    def write(self, name, text):
        path = self.origin / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def copied(self, name):
        return self.copy.root / name

    def test_what_git_knows_is_copied_and_nothing_else(self):
        self.write("Notes.txt", "mine\n")
        self.copy.update()
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 1\n")
        self.assertFalse(self.copied("Notes.txt").exists())

    def test_a_copy_can_be_executed_like_its_original(self):
        self.assertEqual(self.copied("Scripts/run").stat().st_mode & 0o777, 0o755)

    def test_a_copy_is_of_the_work_tree(self):
        self.write("Sources/A.swift", "let a = 2\n")
        self.copy.update()
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 2\n")

    def test_what_is_the_same_is_left_alone_so_that_builds_are_incremental(self):
        before = self.copied("Sources/A.swift").stat().st_mtime_ns
        self.copy.update()
        self.assertEqual(self.copied("Sources/A.swift").stat().st_mtime_ns, before)

    def test_what_is_gone_goes_and_what_was_built_stays(self):
        self.copied(".build").mkdir()
        self.copied(".build/product").write_text("built\n")
        self.git("rm", "--quiet", "--force", "Sources/A.swift")
        self.copy.update()
        self.assertFalse(self.copied("Sources/A.swift").exists())
        self.assertTrue(self.copied(".build/product").exists())

    def test_some_files_can_be_edited_or_added_as_long_as_that_is_wanted(self):
        self.copy.update({"Sources/A.swift": "let a = 2\n", "Sources/B.swift": "let b = 1\n"})
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 2\n")
        self.assertEqual(self.copied("Sources/B.swift").read_text(), "let b = 1\n")
        self.copy.update()
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 1\n")
        self.assertFalse(self.copied("Sources/B.swift").exists())

    def test_swift_files_can_be_made_to_look_new(self):
        before = {name: self.copied(name).stat().st_mtime_ns for name in FILES}
        self.copy.touch_sources()
        after = {name: self.copied(name).stat().st_mtime_ns for name in FILES}
        self.assertGreater(after["Sources/A.swift"], before["Sources/A.swift"])
        self.assertEqual(after["Scripts/run"], before["Scripts/run"])

    def test_a_replacement_can_be_taken_back(self):
        self.copy.replace("Sources/A.swift", "1", "2")
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 2\n")
        self.copy.restore("Sources/A.swift")
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 1\n")

    def test_a_replacement_left_by_a_run_that_was_interrupted_is_taken_back(self):
        self.copy.replace("Sources/A.swift", "1", "2")
        self.copy.update()
        self.assertEqual(self.copied("Sources/A.swift").read_text(), "let a = 1\n")

    def test_a_replacement_has_one_place(self):
        for old, message in (("b", "0 times, not once"), ("a", "2 times, not once")):
            self.write("Sources/A.swift", "let a = a\n")
            self.copy.update()
            with self.assertRaisesRegex(Trouble, message):
                self.copy.replace("Sources/A.swift", old, "c")

    def test_a_file_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(Trouble, "there is no Sources/B.swift"):
            self.copy.replace("Sources/B.swift", "1", "2")

    def test_one_run_at_a_time(self):
        with self.assertRaisesRegex(Trouble, "in use by another run"):
            self.enterContext(Checkout(self.copy.root, self.origin).taken())
