import contextlib
import io
import os
import pathlib
import shlex
import tempfile
import unittest
from unittest import mock

import command
import running
import shards
import table
from checks import Check, Tier
from running import Run


def check(name, line, tier=Tier.QUICK, **others):
    return Check(name, f"{name} works", f"sh -c {shlex.quote(line)}", tier, **others)


class RunnerTests(unittest.TestCase):
    """Runs a table of checks, and captures the output and the exit status."""

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.replace(command, "ROOT", self.root)
        self.replace(command, "LOGS", self.root / "logs")
        self.replace(command, "absence", lambda package: f"Please install {package}")
        self.replace(command, "last_commit", lambda: "a" * 40)

    def replace(self, owner, name, value):
        self.enterContext(mock.patch.object(owner, name, value))

    def run_all(self, *checks, options=(), ci=""):
        printed = io.StringIO()
        self.replace(table, "TABLE", list(checks))
        with mock.patch.dict(os.environ, {"CI": ci}), contextlib.redirect_stdout(printed):
            self.status = command.main(["--lanes", "1", *options])
        self.printed = printed.getvalue()
        self.lines = self.printed.splitlines()
        return [line.split()[1].rstrip(",") for line in self.lines if line.startswith("passed:")]

    def assert_ends(self, status, closing, reason=""):
        self.assertEqual((self.status, self.lines[-1]), (status, closing), self.printed)
        self.assertIn(reason, self.printed)


class SelectionTests(RunnerTests):
    CHECKS = (
        check("build", "true"), check("tests", "true", after=("build",)),
        check("slow", "true", Tier.CHANGE, concerns="^Slow/"), check("long", "true", Tier.NIGHTLY),
    )

    def test_the_options_select_tiers(self):
        for options, ci, names in (
            ([], "", ["build", "tests"]), (["--change"], "", ["build", "tests", "slow"]),
            ([], "true", ["build", "tests", "slow"]), (["--quick"], "true", ["build", "tests"]),
            (["--nightly"], "", ["long"]), (["--all"], "", ["build", "tests", "slow", "long"]),
            (["tests"], "", ["build", "tests"]),
        ):
            self.assertEqual(self.run_all(*self.CHECKS, options=options, ci=ci), names)

    def test_a_changed_file_selects_the_checks_that_it_concerns(self):
        self.replace(command, "uncommitted", lambda _: ["Slow/a.swift"])
        self.assertEqual(self.run_all(*self.CHECKS, options=["--touched"]), ["slow"])

    def test_the_shard_runs_last_after_what_it_needs_unless_the_change_was_slow(self):
        night = check("needed", "true", Tier.CHANGE), check("long", "true", Tier.NIGHTLY, after=("needed",))
        shard = ["--quick", "--shard"]
        self.assertEqual(self.run_all(check("a", "true"), *night, options=shard), ["a", "needed", "long"])
        self.assertIn("(the shard of aaaaaaaa: sh -c true)", self.printed)
        self.replace(shards, "LATEST", -1)
        self.run_all(check("a", "true"), *night, options=shard, ci="true")
        self.assert_ends(0, "1 passed, 0 failed, 2 skipped")

    def test_the_list_has_each_check_and_the_last_duration(self):
        self.run_all(*self.CHECKS, options=["tests"])
        self.run_all(*self.CHECKS, options=["--list"])
        self.assertRegex(self.lines[2], r"^tests +quick +0 s +tests works$")
        self.assertRegex(self.lines[4], r"^long +nightly +– +long works$")

    def test_an_unknown_name_is_rejected_with_a_similar_one(self):
        with contextlib.redirect_stderr(io.StringIO()) as complaint, self.assertRaises(SystemExit):
            command.parsed(["tets"])
        self.assertIn("there is no check tets (tests", complaint.getvalue())


class FaultTests(RunnerTests):
    def test_a_failure_is_shown_immediately_and_again_at_the_end(self):
        self.run_all(check("a", "echo 'x.swift:1: error: wrong'; exit 3"), check("b", "true"))
        self.assert_ends(1, "1 passed, 1 failed", "exit status 3")
        self.assertEqual(self.lines.count("x.swift:1: error: wrong"), 2)
        self.assertEqual(self.printed.count("Repeat it with: Scripts/test a "), 2)

    def test_a_failed_command_fails_the_run(self):
        for line, reason in {"kill -SEGV $$": "ended by SIGSEGV", "exit 1": "exit status 1"}.items():
            self.run_all(check("a", line))
            self.assert_ends(1, "0 passed, 1 failed", reason)
        self.run_all(Check("a", "A", "./nothing", Tier.QUICK))
        self.assert_ends(1, "0 passed, 1 failed", "FileNotFoundError")

    def test_a_command_that_hangs_is_ended_with_its_children(self):
        self.replace(running.threading, "Timer", lambda _, expire: mock.Mock(start=expire))
        self.run_all(check("a", "tail -f /dev/null & wait"))
        self.assert_ends(1, "0 passed, 1 failed", "no end after 60 minutes")

    def test_a_run_that_tests_nothing_fails_even_if_an_earlier_one_did_not(self):
        (self.root / "logs").mkdir()
        (self.root / "logs/a.log").write_text("\nRan 3 tests in 0.000s\n")
        self.run_all(check("a", "echo; echo 'Ran 0 tests in 0.000s'", proof=table.PYTHON_TESTS_RAN))
        self.assert_ends(1, "0 passed, 1 failed", "without testing anything")

    def test_a_check_that_cannot_run_is_skipped_and_fails_in_ci(self):
        for others, reason in (
            ({"packages": ("spin",)}, "Please install spin"), ({"system": "Plan9"}, "runs on Plan9 only"),
        ):
            self.run_all(check("a", "false", **others))
            self.assert_ends(0, "0 passed, 0 failed, 1 skipped", reason)
            self.run_all(check("a", "true", **others), ci="true")
            self.assert_ends(1, "0 passed, 1 failed", reason)

    def test_a_check_that_reads_the_results_of_a_failed_one_is_not_run(self):
        self.run_all(check("a", "false"), check("b", "touch ran", after=("a",)))
        self.assert_ends(1, "0 passed, 1 failed, 1 skipped", "skipped: b: needs a, which did not pass")
        self.assertFalse((self.root / "ran").exists())

    def test_a_lane_that_dies_fails_the_run(self):
        self.replace(Run, "attempt", mock.Mock(side_effect=SystemExit(0)))
        self.run_all(check("a", "true"), check("b", "true"))
        self.assert_ends(1, "0 passed, 2 failed", "a lane of the runner died")

    def test_the_slowest_checks_are_named_before_the_counts(self):
        self.run_all(*(check(name, "true") for name in "abcdefg"))
        self.assertEqual((self.lines[-7], self.lines[-1]), ("==> The slowest of 7 checks", "7 passed, 0 failed"))
