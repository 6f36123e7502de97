import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import mutate
import mutations
from checkout import Checkout
from running import Ending

METHOD = """
[methods.check]
build = "test ! -e broken && ! grep -q nonsense A.txt"
run = "if grep slow A.txt; then sleep 60; fi; if grep wrong A.txt; then exit 1; fi"
"""
MUTATION = """
[[mutation]]
name = "{name}"
why = "It is wrong."
method = "check"
file = "A.txt"
old = "right"
new = "{new}"
"""


class Origin(Checkout):
    """A checkout with one file, which needs no git."""

    def __init__(self, root):
        super().__init__(root / "copy/checkout", root)
        (root / "A.txt").write_text("right\n")

    def update(self):
        self.restore("A.txt")


class MutateTests(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.checkout = Origin(self.root)

    def attempt(self, *entries, shows=""):
        """Tries mutations that make one word of the file another; answers the code and the text."""
        text = METHOD + "".join(MUTATION.format(name=new, new=new) for new in entries)
        text += f'shows = "{shows}"\n' if shows else ""
        plan = mutations.parsed(text)
        run = mutate.Run(plan, self.checkout, self.root / "logs")
        printed = io.StringIO()
        with mock.patch.object(mutate, "ROOT", self.root), contextlib.redirect_stdout(printed):
            return run.all(plan.mutations), printed.getvalue()

    def test_what_turns_the_method_red_is_caught(self):
        code, printed = self.attempt("wrong")
        self.assertEqual(code, 0)
        self.assertRegex(printed, r"check: green, \d s\nwrong +check +caught by exit 1, \d s\n")
        self.assertRegex(printed, r"mutations: 1 caught, 0 survived, \d s\n$")

    def test_what_does_not_survives_and_is_an_error(self):
        code, printed = self.attempt("different")
        self.assertEqual(code, 1)
        self.assertRegex(printed, r"different +check +SURVIVED, \d s")
        self.assertIn("error: nothing catches different; write the test that does", printed)
        self.assertRegex(printed, r"mutations: 0 caught, 1 survived, \d s\n$")

    def test_each_is_tried_alone(self):
        self.assertIn("1 caught, 1 survived", self.attempt("wrong", "different")[1])
        self.assertEqual((self.checkout.root / "A.txt").read_text(), "right\n")

    def test_what_does_not_build_is_not_caught(self):
        code, printed = self.attempt("nonsense")
        self.assertEqual(code, 1)
        self.assertIn("error: nonsense does not build (exit 1); see logs/nonsense*", printed)
        self.assertIn("0 caught, 0 survived, 1 not tried", printed)

    def test_what_hangs_is_caught(self):
        with mock.patch.object(mutate, "LEAST_LIMIT", 1), mock.patch.object(mutate, "PATIENCE", 0):
            code, printed = self.attempt("slow")
        self.assertEqual(code, 0)
        self.assertRegex(printed, r"slow +check +caught by no end after 1 s, \d s")

    def test_red_for_another_reason_is_not_caught(self):
        self.assertEqual(self.attempt("wrong", shows="wro")[0], 0)
        code, printed = self.attempt("wrong", shows="green")
        self.assertEqual(code, 1)
        self.assertIn('error: wrong is red, but without "green"', printed)

    def test_a_method_that_is_red_anyway_catches_nothing(self):
        with mock.patch.object(self.checkout, "update"):
            (self.checkout.root).mkdir(parents=True, exist_ok=True)
            (self.checkout.root / "A.txt").write_text("right\n")
            (self.checkout.root / "broken").touch()
            code, printed = self.attempt("wrong")
        self.assertEqual(code, 1)
        self.assertIn("error: check is red without any mutation", printed)
        self.assertNotIn("caught by", printed)

    def test_a_mutation_without_its_place_is_found_before_anything_runs(self):
        (self.root / "A.txt").write_text("right and right\n")
        with self.assertRaisesRegex(mutate.Trouble, "mutation wrong: A.txt has this 2 times"):
            self.attempt("wrong")


class EvidenceTests(unittest.TestCase):
    def test_a_report_of_a_sanitizer_says_most(self):
        output = "error: exited\nSUMMARY: ThreadSanitizer: data race A.swift:1 in f\n"
        found = mutate.described(Ending("exit 66", output, 1))
        self.assertEqual(found, "exit 66: SUMMARY: ThreadSanitizer: data race A.swift:1 in f")

    def test_a_hang_without_a_word_is_a_hang(self):
        self.assertEqual(mutate.described(Ending("no end after 9 s", "", 9)), "no end after 9 s")
