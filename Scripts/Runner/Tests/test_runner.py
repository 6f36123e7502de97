"""Tests of the runner: each test plants a fault and checks that the output reports it."""
import contextlib
import io
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest
from unittest import mock

import command
import running
import table
from checks import Check, Tier


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

    def test_the_options_select_tiers_and_the_longest_check_starts_first(self):
        checks = (
            check("short", "true"), check("build", "true", seconds=1), check("tests", "true", seconds=2, after=("build",)),
            check("slow", "true", Tier.CHANGE), check("long", "true", Tier.NIGHTLY),
        )
        for options, ci, names in (
            ([], "", ["build", "tests", "short"]), (["--change"], "", ["build", "tests", "short", "slow"]),
            ([], "true", ["build", "tests", "short", "slow"]), (["--nightly"], "", ["long"]),
            (["tests"], "", ["build", "tests"]),
        ):
            self.assertEqual(self.run_all(*checks, options=options, ci=ci), names)

    def test_a_failure_is_shown_immediately_and_again_at_the_end(self):
        self.run_all(check("a", "echo 'x.swift:1: error: wrong'; exit 3"), check("b", "true"))
        self.assert_ends(1, "1 passed, 1 failed", "exit status 3")
        self.assertEqual(self.lines.count("x.swift:1: error: wrong"), 2)
        self.assertEqual(self.printed.count("Repeat it with: Scripts/test a "), 2)

    def test_a_check_that_prints_nothing_passes_without_a_colon(self):
        self.run_all(check("a", "true"))
        self.assertRegex(self.printed, r"(?m)^passed: a, 0 s$")

    def test_a_reader_may_close_the_pipe(self):
        for options in (["--list"], ["--dry-run"]):
            reader, writer = os.pipe()
            os.close(reader)
            script = pathlib.Path(command.__file__)
            done = subprocess.run(["python3", "-B", script, *options], stdout=writer, stderr=-1, text=True)
            os.close(writer)
            self.assertEqual(done.stderr, "")

    def test_a_failed_command_fails_the_run(self):
        for line, reason in {"kill -SEGV $$": "ended by SIGSEGV", "exit 1": "exit status 1"}.items():
            self.run_all(check("a", line))
            self.assert_ends(1, "0 passed, 1 failed", reason)
        self.run_all(Check("a", "A", "./nothing", Tier.QUICK))
        self.assert_ends(1, "0 passed, 1 failed", "cannot be started")

    def test_a_command_that_hangs_is_ended_with_its_children(self):
        self.replace(running.threading, "Timer", lambda _, expire: mock.Mock(start=expire))
        self.run_all(check("a", "tail -f /dev/null & wait"))
        self.assert_ends(1, "0 passed, 1 failed", "no end after 60 minutes")

    def test_a_run_that_tests_nothing_fails(self):
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
