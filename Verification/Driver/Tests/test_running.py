import os
import tempfile
import time
import unittest
from pathlib import Path

from running import Ending, minutes, run, session


class RunningTests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def run_here(self, command, limit=30, **options):
        return run(command, self.folder, self.folder / "logs/log", limit, **options)

    def test_an_end_and_what_was_printed(self):
        ending = self.run_here("echo fine; echo faulty >&2")
        self.assertEqual((ending.words, ending.output), ("exit 0", "fine\nfaulty\n"))
        self.assertTrue(ending.is_good)

    def test_a_bad_end(self):
        ending = self.run_here("exit 3")
        self.assertEqual(ending.words, "exit 3")
        self.assertFalse(ending.is_good)

    def test_a_crash_is_named_by_its_signal(self):
        self.assertEqual(self.run_here("kill -SEGV $$").words, "SIGSEGV")

    def test_what_hangs_is_stopped(self):
        ending = self.run_here("echo begun; sleep 600", limit=1)
        self.assertEqual((ending.words, ending.output), ("no end after 1 s", "begun\n"))
        self.assertLess(ending.seconds, 30)

    def test_what_hangs_in_a_process_group_of_its_own_is_stopped_too(self):
        self.run_here("set -m; sleep 600 & echo $!; wait", limit=1)
        child = int((self.folder / "logs/log").read_text())
        self.assertTrue(has_ended(child))

    def test_what_is_left_behind_is_stopped(self):
        ending = self.run_here("sleep 600 & echo $!")
        self.assertEqual(ending.words, "exit 0")
        self.assertTrue(has_ended(int(ending.output)))

    def test_what_takes_too_much_memory_is_stopped(self):
        ending = self.run_here("sleep 600", memory=1000)
        self.assertRegex(ending.words, "more than .* of memory")

    def test_the_environment_is_added_to(self):
        ending = self.run_here('echo "$COLOUR $SWIFT_BACKTRACE"', environment={"COLOUR": "red"})
        self.assertEqual(ending.output, "red enable=no\n")

    def test_a_session_is_all_that_a_leader_has_started(self):
        self.assertIn(os.getpid(), session(os.getsid(0)))
        self.assertEqual(session(-1), {})

    def test_times_are_said_shortly(self):
        self.assertEqual((minutes(99.4), minutes(1_860)), ("99 s", "31 min"))

    def test_only_exit_0_is_good(self):
        self.assertFalse(Ending("no end after 1 s", "", 1).is_good)


def has_ended(process):
    """Whether a process is gone, or will be in a moment."""
    for _ in range(100):
        try:
            stat = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return True
        if stat.rsplit(")", 1)[1].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False
