import contextlib
import io
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import mutations
from checkout import ROOT, Checkout

METHODS = """
[check]
build = "! grep -q nonsense A.txt"
run = "! grep wrong A.txt"

[other]
build = "true"
run = "false"
"""
MUTATION = """
[{method}.bugs.{name}]
why = "It is wrong."
file = "A.txt"
old = "right"
new = "{new}"
"""


def text(*words, **fields):
    """Returns a plan whose mutations turn one word of a file into another."""
    entries = ({"name": word, "new": word, "method": "check"} | fields for word in words)
    return METHODS + "".join(MUTATION.format(**entry) for entry in entries)


class MutationTests(unittest.TestCase):
    """Seeds mutations in a small repository."""

    def setUp(self):
        self.origin = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.origin / "A.txt").write_text("right\n")
        (self.origin / ".gitignore").write_text(".build/\n")
        self.git("init", "--quiet")
        self.git("add", ".")
        self.git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "A")
        self.checkout = Checkout(self.origin / ".build/mutations/checkout", self.origin)

    def git(self, *arguments):
        subprocess.run(["git", "-C", str(self.origin), *arguments], check=True)

    def attempt(self, plan):
        """Returns the exit code and the output of a run."""
        plan = mutations.parsed(plan)
        run = mutations.Run(plan, self.checkout, self.origin / "logs")
        printed = contextlib.redirect_stdout(io.StringIO())
        with mock.patch.object(mutations, "ROOT", self.origin), printed as output:
            return run.all(plan.mutations), output.getvalue()

    def test_only_a_mutation_that_fails_its_method_for_the_right_reason_is_caught(self):
        shows = text("wrong") + 'shows = "{}"\n'
        for plan, code, lines in (
            (text("wrong"), 0, (r"check: green, \d s\nwrong +check +caught by exit 1, \d s\n", "1 caught, 0 survived")),
            (text("wrong", "different"), 1, (
                r"different +check +SURVIVED, \d s", "error: nothing catches different; write the test that does",
                r"mutations: 1 caught, 1 survived, \d s\n$",
            )),
            (text("nonsense"), 1, (r"error: nonsense does not build \(exit 1\); see logs/nonsense\*", "1 not tried")),
            (shows.format("wro"), 0, ("caught by",)),
            (shows.format("green"), 1, ('error: wrong fails, but without "green"',)),
            (text("wrong") + 'also = ["other"]\n', 1, ("wrong +check +caught", "error: other fails without any mutation")),
            (text("wrong", method="other"), 1, ("error: other fails without any mutation", "0 caught, 0 survived")),
        ):
            with self.subTest(lines):
                result, printed = self.attempt(plan)
                self.assertEqual(result, code, printed)
                for line in lines:
                    self.assertRegex(printed, line)
                self.assertEqual((self.checkout.root / "A.txt").read_text(), "right\n")

    def test_the_copy_has_the_work_tree_and_keeps_its_builds(self):
        self.attempt(text("wrong"))
        copied, left, built = (self.checkout.root / name for name in ("A.txt", "left.txt", ".build/product"))
        before = copied.stat().st_mtime_ns
        built.parent.mkdir()
        built.write_text("built\n")
        left.write_text("left\n")
        self.checkout.update()
        self.assertEqual((copied.stat().st_mtime_ns, left.exists()), (before, False))
        copied.write_text("interrupted\n")
        (self.origin / "A.txt").write_text("right again\n")
        (self.origin / "New.swift").write_text("\n")
        self.git("add", "New.swift")
        self.checkout.update()
        self.assertEqual(copied.read_text(), "right again\n")
        self.assertEqual(built.read_text(), "built\n")
        source = self.checkout.root / "New.swift"
        before = source.stat().st_mtime_ns
        self.checkout.touch_sources()
        self.assertGreater(source.stat().st_mtime_ns, before)
        self.git("rm", "--quiet", "--force", "New.swift")
        self.checkout.update()
        self.assertFalse(source.exists())


class PlanTests(unittest.TestCase):
    def test_the_text_of_every_mutation_of_this_repository_is_found_once(self):
        plan = mutations.parsed(mutations.PATH.read_text())
        for mutation in plan.mutations:
            with self.subTest(mutation.name):
                self.assertEqual((ROOT / mutation.file).read_text().count(mutation.old), 1)
        self.assertEqual({m.method for m in plan.mutations}, set(plan.methods))
