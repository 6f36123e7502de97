import tempfile
import time
import unittest
from pathlib import Path

from running import run


class RunningTests(unittest.TestCase):
    def run_here(self, command, limit=30, **options):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        return run(command, folder, folder / "logs/log", limit, **options)

    def test_an_ending_has_its_code_or_signal_and_the_output(self):
        ending = self.run_here("echo fine; echo faulty >&2")
        self.assertEqual((ending.status, ending.output, ending.is_good), ("exit 0", "fine\nfaulty\n", True))
        self.assertEqual(self.run_here("exit 3").status, "exit 3")
        self.assertEqual(self.run_here("kill -SEGV $$").status, "SIGSEGV")
        self.assertFalse(self.run_here("exit 3").is_good)

    def test_a_hang_is_stopped_with_process_groups_of_its_own(self):
        ending = self.run_here("set -m; sleep 600 & echo $!; wait", limit=1)
        self.assertEqual(ending.status, "no end after 1 s")
        self.assertLess(ending.seconds, 30)
        self.assertTrue(has_ended(int(ending.output)))

    def test_processes_that_are_left_behind_are_stopped(self):
        ending = self.run_here("sleep 600 & echo $!")
        self.assertEqual(ending.status, "exit 0")
        self.assertTrue(has_ended(int(ending.output)))

    def test_a_command_that_takes_too_much_memory_is_stopped(self):
        self.assertRegex(self.run_here("sleep 600", memory=1000).status, "more than .* of memory")

    def test_the_environment_is_extended(self):
        ending = self.run_here('echo "$COLOR $SWIFT_BACKTRACE"', environment={"COLOR": "red"})
        self.assertEqual(ending.output, "red enable=no\n")


def has_ended(process):
    """Returns whether a process is gone, or will be in a moment."""
    for _ in range(100):
        try:
            if Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False
