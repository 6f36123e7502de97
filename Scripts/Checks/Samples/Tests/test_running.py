import pathlib
import sys
import tempfile
import unittest

import running
from pages import Sample

# A stand-in for the program: prints the numbered text, as a sample does, and waits for its input.
PROGRAM = """#!{python}
import sys, time
print({texts!r}[int(sys.argv[1])], end="", flush=True)
while sys.stdin.read(): pass
print({late!r}, end="")
sys.exit({status})
"""


class RunningTests(unittest.TestCase):
    def problem(self, printed, *stated, late="", status=0, seconds=60):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            texts = ["nothing", printed]
            program.write_text(
                PROGRAM.format(python=sys.executable, texts=texts, late=late, status=status)
            )
            program.chmod(0o755)
            lines = tuple((number, line) for number, line in enumerate(stated, 7))
            return running.problem(program, 1, Sample("Page.md", 3, "", lines), seconds)

    def test_what_prints_what_it_says_is_no_problem(self):
        self.assertIsNone(self.problem("1\n\n2\n", "1", "", "2"))

    def test_places_stand_for_any_place(self):
        printed = "Samples/Page.md:3 a\nSamples/Page.md:3 b\nSamples/Page.md:4 c\n"
        stated = "App/Main.swift:7 a", "App/Main.swift:7 b", "App/Other-File.swift:7 c"
        self.assertIsNone(self.problem(printed, *stated))

    def test_two_places_are_not_one(self):
        printed = "Samples/Page.md:3 a\nSamples/Page.md:4 b\n"
        line, _ = self.problem(printed, "App/Main.swift:7 a", "App/Main.swift:7 b")
        self.assertEqual(line, 8)

    def test_another_line_is_named_with_both(self):
        line, message = self.problem("1\n3\n", "1", "2")
        self.assertEqual(line, 8)
        self.assertEqual(
            message, "it says that it prints “2”, and prints “3”; all it prints:\n    1\n    3"
        )

    def test_a_line_too_many_is_named(self):
        line, message = self.problem("1\n2\n", "1")
        self.assertEqual((line, message[:25]), (7, "it prints “2” as well; al"))

    def test_a_line_that_comes_with_the_end_is_too_many(self):
        line, message = self.problem("1\n", "1", late="2\n")
        self.assertEqual((line, message[:21]), (7, "it prints “2” as well"))

    def test_a_line_that_does_not_come_is_named(self):
        line, message = self.problem("1\n", "1", "2", seconds=5)
        self.assertEqual((line, message[:39]), (8, "it does not print “2” within 5 s; all i"))

    def test_a_status_is_a_problem(self):
        self.assertEqual(self.problem("1\n", "1", status=3), (3, "it ends with the status 3"))
