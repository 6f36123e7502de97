import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import command
import table
import touched
from checks import Tier


class TouchedTests(unittest.TestCase):
    def test_every_check_that_is_named_is_in_the_table(self):
        known = {check.name for check in table.TABLE}
        for pattern, names in touched.CONCERNS.items():
            self.assertLessEqual(set(names.split()), known, pattern)

    def test_every_pattern_matches_something(self):
        listing = subprocess.run(["git", "-C", command.ROOT, "ls-files"], capture_output=True, text=True)
        if not listing.stdout:
            self.skipTest("no files are known without git")
        for pattern in touched.CONCERNS:
            found = touched.re.search(pattern, listing.stdout, touched.re.M)
            self.assertTrue(found, pattern)

    def test_a_change_of_an_operator_runs_the_tests(self):
        names = touched.concerned(["Sources/Pledge/Operators/Map.swift"])
        self.assertLessEqual({"build", "format", "house-rules", "tests", "leaks"}, names)
        self.assertFalse({"docs-in-browser", "compat", "model", "fanout"} & names)

    def test_a_change_of_a_page_runs_the_checks_of_pages(self):
        names = touched.concerned(["Documentation/Using.md"])
        self.assertEqual(names, {"house-rules", "links", "recipes"})

    def test_the_checks_that_join_a_change_are_nightly(self):
        tiers = {check.name: check.tier for check in table.TABLE}
        self.assertEqual({tiers[name] for name in touched.JOINING}, {Tier.NIGHTLY})

    def test_an_empty_change_concerns_no_check(self):
        self.assertEqual(touched.concerned([]), set())


class HistoryTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("a.md")

    def git(self, *arguments):
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        return touched.git(self.root, *identity, *arguments)

    def commit(self, name, hour=0):
        (self.root / name).write_text(name)
        self.git("add", name)
        with mock.patch.dict(os.environ, {"GIT_COMMITTER_DATE": f"{1_800_000_000 + 3600 * hour} +0000"}):
            self.git("commit", "--quiet", "-m", name)

    def test_new_and_changed_files_are_uncommitted(self):
        (self.root / "a.md").write_text("changed")
        (self.root / "b ü.md").write_text("new")
        self.assertEqual(sorted(touched.uncommitted(self.root)), ["a.md", "b ü.md"])

    def test_a_branch_is_compared_with_main(self):
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.commit("b.md")
        self.commit("c.md")
        self.assertEqual(touched.changed(self.root), ["b.md", "c.md"])

    def test_main_is_compared_with_the_day_before(self):
        self.commit("b.md", hour=1)
        self.commit("c.md", hour=24)
        self.commit("d.md", hour=26)
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.assertEqual(touched.changed(self.root), ["c.md", "d.md"])

    def test_without_history_the_change_concerns_everything(self):
        self.assertIsNone(touched.changed(self.root))
        self.assertLessEqual({"fanout", "docs-in-browser", "soak"}, touched.concerned(None))
