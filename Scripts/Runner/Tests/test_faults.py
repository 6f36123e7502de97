import contextlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock

import command
import processes
import table
from checks import PYTHON_TESTS_RAN, Check, Tier
from processes import Processes
from running import Run

SCRIPT = command.ROOT / "Scripts/test"


def check(name, line, **others):
    return Check(name, f"{name} works", ("sh", "-c", line), others.pop("tier", Tier.QUICK), **others)


class RunnerTests(unittest.TestCase):
    """Runs a table of checks, and captures the output and the exit status."""

    def setUp(self):
        self.root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.replace(command, "ROOT", self.root)
        self.replace(command, "LOGS", self.root / "logs")

    def replace(self, owner, name, value):
        self.enterContext(mock.patch.object(owner, name, value))

    def run_all(self, *checks, ci="", options=()):
        printed = io.StringIO()
        self.replace(table, "TABLE", list(checks))
        with mock.patch.dict(os.environ, {"CI": ci}), contextlib.redirect_stdout(printed):
            self.status = command.main(options)
        self.printed = printed.getvalue()
        self.lines = self.printed.splitlines()

    def assert_fails(self, closing, reason):
        self.assertEqual((self.status, self.lines[-1]), (1, closing))
        self.assertIn(reason, self.printed)


class SkippedTests(RunnerTests):
    def setUp(self):
        super().setUp()
        self.replace(command, "absence", lambda package: f"Please install {package}")

    def test_a_check_whose_tool_is_missing_is_skipped(self):
        self.run_all(check("a", "true"), check("b", "false", packages=("spin",)))
        self.assertEqual((self.status, self.lines[-1]), (0, "1 passed, 0 failed, 1 skipped"))
        self.assertIn("skipped: b: Please install spin", self.printed)

    def test_in_ci_a_missing_tool_fails_the_run(self):
        self.run_all(check("a", "true"), check("b", "true", packages=("spin",)), ci="true")
        self.assert_fails("1 passed, 1 failed", "is an error with CI=true: Please install spin")

    def test_in_ci_a_check_of_another_system_fails_the_run(self):
        self.run_all(check("a", "true", system="Plan9"), ci="true")
        self.assert_fails("0 passed, 1 failed", "runs on Plan9 only")

    def test_a_check_that_reads_the_results_of_a_failed_one_is_not_run(self):
        self.run_all(check("a", "false"), check("b", "touch ran", after=("a",)))
        self.assert_fails("0 passed, 1 failed, 1 skipped", "skipped: b: needs a, which did not pass")
        self.assertFalse((self.root / "ran").exists())


class LaneTests(RunnerTests):
    def test_a_lane_that_dies_fails_the_run(self):
        attempt = Run.attempt

        def dying(run, check):
            return undefined if check.name == "b" else attempt(run, check)  # noqa: F821

        self.replace(Run, "attempt", dying)
        self.run_all(*(check(name, "true") for name in "abcd"))
        self.assertEqual(self.status, 1)
        self.assertRegex(self.printed, "(?s)FAILED: b: .*a lane of the runner died:.*NameError")
        passed, failed = map(int, re.findall(r"\d+", self.lines[-1]))
        self.assertEqual(passed + failed, 4)

    def test_a_lane_that_ends_early_fails_the_run(self):
        self.replace(Run, "lane", lambda run: None)
        self.run_all(check("a", "true"))
        self.assert_fails("0 passed, 1 failed", "was planned, but has not finished")

    def test_a_lane_that_exits_without_an_error_fails_the_run(self):
        self.replace(Processes, "run", mock.Mock(side_effect=SystemExit(0)))
        self.run_all(check("a", "true"), check("b", "true"), options=["--lanes", "1"])
        self.assert_fails("0 passed, 2 failed", "was planned, but has not finished")


class FailureTests(RunnerTests):
    def test_a_failure_is_shown_immediately_and_again_at_the_end(self):
        self.run_all(check("a", "echo 'x.swift:1: error: wrong'; exit 3"), check("b", "true"))
        self.assert_fails("1 passed, 1 failed", "exit status 3")
        self.assertEqual(self.lines.count("x.swift:1: error: wrong"), 2)
        self.assertEqual(self.printed.count("Repeat it with: Scripts/test a "), 2)

    def test_a_command_that_does_not_exist_fails_the_run(self):
        self.run_all(Check("a", "A", ("./nothing",), Tier.QUICK))
        self.assert_fails("0 passed, 1 failed", "FileNotFoundError")

    def test_a_command_that_crashes_fails_the_run(self):
        self.run_all(check("a", "kill -SEGV $$"))
        self.assert_fails("0 passed, 1 failed", "ended by SIGSEGV")

    def test_a_command_that_hangs_is_ended_with_its_children(self):
        pipe = self.root / "pipe"
        os.mkfifo(pipe)

        class Limit(mock.Mock):
            """Expires as soon as the child runs, and then waits until it ends."""

            def start(self):
                with pipe.open() as child:
                    self.expire()
                    child.read()

        self.replace(processes.threading, "Timer", lambda _, expire: Limit(expire=expire))
        self.run_all(check("a", "tail -f /dev/null >pipe & wait"))
        self.assert_fails("0 passed, 1 failed", "no end after 60 minutes")

    def test_a_test_run_without_a_test_fails_the_run(self):
        empty = "echo 'Ran 0 tests in 0.000s'; echo OK"
        self.run_all(check("a", empty, proof=PYTHON_TESTS_RAN))
        self.assert_fails("0 passed, 1 failed", "without testing anything")

    def test_a_log_of_an_earlier_run_proves_nothing(self):
        (self.root / "logs").mkdir()
        (self.root / "logs/a.log").write_text("Ran 3 tests in 0.000s\n")
        self.run_all(check("a", "true", proof=PYTHON_TESTS_RAN))
        self.assert_fails("0 passed, 1 failed", "without testing anything")


class ScriptTests(unittest.TestCase):
    """Runs the real script with the real table on a machine without a tool."""

    NEEDED = ("bash", "dirname", "env", "python3", "swift", "uname")

    def run_script(self, *options, **environment):
        with tempfile.TemporaryDirectory() as folder:
            for name in self.NEEDED:
                (pathlib.Path(folder) / name).symlink_to(shutil.which(name))
            settings = {"HOME": folder, "PATH": folder} | environment
            return subprocess.run([SCRIPT, *options], env=settings, capture_output=True, text=True)

    def test_a_skipped_check_passes_locally_and_fails_in_ci(self):
        for ci, status, closing in (
            ("false", 0, "0 passed, 0 failed, 1 skipped"), ("true", 1, "0 passed, 1 failed")
        ):
            with self.subTest(ci):
                ran = self.run_script("model", CI=ci)
                self.assertEqual(ran.returncode, status, ran.stderr)
                self.assertEqual(ran.stdout.splitlines()[-1], closing)
                self.assertIn("Please install spin", ran.stdout)

    def test_an_unknown_name_is_rejected_with_a_similar_one(self):
        ran = self.run_script("tets")
        self.assertEqual(ran.returncode, command.USAGE)
        self.assertIn("there is no check tets (tests", ran.stderr)
