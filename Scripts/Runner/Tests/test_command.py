import os
import pathlib
import unittest
from unittest import mock

import command
import report
import table
from checks import Check, Tier
from running import Outcome
from Tests.test_faults import RunnerTests, check


class ChoiceTests(RunnerTests):
    def setUp(self):
        super().setUp()
        self.checks = [
            check("build", "true"), check("tests", "true", after=("build",)),
            check("slow", "true", tier=Tier.CHANGE), check("long", "true", tier=Tier.NIGHTLY),
        ]

    def chosen(self, *options, ci=""):
        self.run_all(*self.checks, options=[*options, "--lanes", "1"], ci=ci)
        return [line.split()[1].rstrip(",") for line in self.lines if line.startswith("passed:")]

    def test_the_options_select_tiers(self):
        self.assertEqual(self.chosen(), ["build", "tests"])
        self.assertEqual(self.chosen("--change"), ["build", "tests", "slow"])
        self.assertEqual(self.chosen(ci="true"), ["build", "tests", "slow"])
        self.assertEqual(self.chosen("--quick", ci="true"), ["build", "tests"])
        self.assertEqual(self.chosen("--nightly"), ["long"])
        self.assertEqual(self.chosen("--all"), ["build", "tests", "slow", "long"])

    def test_a_check_runs_with_those_whose_results_it_reads(self):
        self.assertEqual(self.chosen("tests"), ["build", "tests"])

    def test_the_last_line_has_the_counts(self):
        self.chosen()
        self.assertEqual(self.lines[-1], "2 passed, 0 failed")
        self.assertIn("==> Durations", self.lines)

    def test_the_list_names_each_check_with_its_tier_and_last_duration(self):
        self.chosen("tests")
        self.run_all(*self.checks, options=["--list"])
        self.assertRegex(self.lines[2], r"^tests +quick +0 s +tests works$")
        self.assertRegex(self.lines[4], r"^long +nightly +– +long works$")

    def test_before_the_first_run_the_list_has_the_durations_of_another_machine(self):
        with mock.patch.object(report, "stated", lambda: {"long": 90, "build": 480}):
            self.run_all(*self.checks, options=["--list"])
            self.assertRegex(self.lines[4], r"^long +nightly +~90 s +long works$")
            self.assertIn("the quick checks take about 4 minutes", report.summary(self.checks))

    def test_durations_are_sorted_and_those_of_other_runs_kept(self):
        logs = pathlib.Path(self.root)
        report.keep(logs, {"a": Outcome("passed", "", 3.04)})
        report.keep(logs, {"b": Outcome("passed", "", 2), "a": Outcome("failed", "no", 9)})
        self.assertEqual(report.durations(logs), {"a": 3.0, "b": 2})

    def test_the_environment_reaches_the_command(self):
        self.run_all(check("a", 'test "$A$SWT_SWIFT_ERROR_BACKTRACING_ENABLED" = 10', environment={"A": "1"}))
        self.assertEqual(self.status, 0, self.printed)


class TableTests(unittest.TestCase):
    def test_each_check_of_a_change_has_a_stated_duration(self):
        names, stated = {each.name for each in table.TABLE}, set(report.stated())
        self.assertLessEqual({each.name for each in table.TABLE if each.tier is not Tier.NIGHTLY}, stated)
        self.assertLessEqual(stated, names)

    def test_names_are_unique_and_results_come_first(self):
        known = set()
        for each in table.TABLE:
            self.assertNotIn(each.name, known)
            self.assertLessEqual(set(each.after), known, each.name)
            known.add(each.name)

    def test_no_check_of_a_tier_needs_one_of_a_rarer_tier(self):
        order, tiers = list(Tier), {each.name: each.tier for each in table.TABLE}
        for each in table.TABLE:
            for name in each.after:
                self.assertLessEqual(order.index(tiers[name]), order.index(each.tier), each.name)

    def test_a_change_is_checked_for_everything_that_a_release_needs(self):
        tiers = {each.name: each.tier for each in table.TABLE}
        self.assertEqual({tiers[name] for name in ("symbols", "breakage", "docs")}, {Tier.CHANGE})

    def test_every_script_and_package_is_there(self):
        for each in table.TABLE:
            for word in each.command:
                if word.startswith(("Scripts/", "Tests/", "Verification/", "Examples/")) and ".build" not in word:
                    self.assertTrue((command.ROOT / word).exists(), f"{each.name}: {word}")

    def test_every_script_that_checks_something_is_in_the_table(self):
        named = {word for each in table.TABLE for word in each.command}
        for folder in ("Checks", "Proofs"):
            for path in (command.ROOT / "Scripts" / folder).iterdir():
                is_script = path.is_file() and os.access(path, os.X_OK) and path.name != "typecheck"
                if is_script:
                    self.assertIn(f"Scripts/{folder}/{path.name}", named)

    def test_ci_installs_the_packages_of_every_check(self):
        asked = []
        with mock.patch.object(command, "absence", lambda package: asked.append(package) or ""):
            command.Obstacles(table.TABLE)
        for each in table.TABLE:
            self.assertLessEqual(set(each.packages), set(asked))


class DescriptionTests(unittest.TestCase):
    def test_an_excerpt_has_each_error_once_or_else_the_end_of_the_log(self):
        log = "noise\na.swift:1: error: x\n  | error: drawn\na.swift:1: error: x\n✘ Test b failed\n"
        self.assertEqual(report.excerpt(log), ["a.swift:1: error: x", "✘ Test b failed"])
        self.assertEqual(report.excerpt("a\nb\n"), ["a", "b"])

    def test_a_failure_says_how_to_repeat_it(self):
        failed = Check("a", "it holds", ("x", "a b"), Tier.QUICK)
        text = report.failure(failed, Outcome("failed", "exit status 1", 0), pathlib.Path("none"))
        self.assertIn("Repeat it with: Scripts/test a    (x 'a b')", text)
