import pathlib
import subprocess
import tempfile
import unittest

import limits
from limits import Verdict
from program import Trouble, Workload

WORKLOADS = {
    "maps": Workload("maps", "3 maps", "promise", "operation", ("pledge",)),
    "footprint": Workload("footprint", "pending", "promise", "footprint", ("pledge",)),
    "stages": Workload("stages", "stages", "stage", "growth", ("pledge",)),
}
BUDGETS = {"maps": {"allocations": 4, "instructions": 1_900}}
GOOD = """# What is what.

[maps]
allocations = 4
instructions = 1_850

[footprint]
bytes = 168
"""


def read(text, lowest={}):
    return limits.read(text, WORKLOADS, BUDGETS, lowest)


class LimitTests(unittest.TestCase):
    def refuse(self, text, message, lowest={}):
        with self.assertRaisesRegex(Trouble, message):
            read(text, lowest)

    def test_good_limits_are_read(self):
        self.assertEqual(read(GOOD)["maps"], {"allocations": 4, "instructions": 1850})

    def test_what_is_no_toml_is_refused(self):
        self.refuse("[maps]\n= 1", "Benchmarks/Limits.toml: error: .*line 2")

    def test_an_unknown_workload_is_named_with_its_line(self):
        text = GOOD + "\n[mops]\nallocations = 1\n"
        self.refuse(text, "toml:10: error: there is no workload mops")

    def test_an_unknown_figure_is_named(self):
        self.refuse(GOOD.replace("bytes", "bites"), "footprint has no bites to limit, only bytes")

    def test_a_workload_that_grows_has_no_limit(self):
        self.refuse(GOOD + "\n[stages]\nallocations = 1\n", "no allocations to limit, only none")

    def test_a_limit_is_a_number(self):
        for value in ('"4"', "-1", "true"):
            self.refuse(GOOD.replace("= 4", f"= {value}"), "is not a number from 0")

    def test_a_workload_without_limits_is_named(self):
        text = GOOD[: GOOD.index("[foot")]
        self.refuse(text, "footprint has no limits; Scripts/benchmark --tighten adds them")

    def test_a_figure_without_a_limit_needs_a_reason(self):
        text = GOOD.replace("instructions = 1_850\n", "")
        self.refuse(text, "maps has no limit of instructions, and no reason why")
        self.assertIn("maps", read(text.replace("= 4\n", '= 4\nreason = "it spins"\n')))

    def test_a_limit_above_the_budget_is_refused(self):
        self.refuse(GOOD.replace("1_850", "1_901"), "1901, is above its budget of 1900")

    def test_a_limit_that_was_raised_needs_a_reason(self):
        lowest = {("maps", "instructions"): 1_800}
        self.refuse(GOOD, "were limited to 1800 once: give a reason for 1850", lowest)
        reasoned = GOOD.replace("1_850\n", '1_850\nreason = "Swift 6.4 calls one thunk more"\n')
        self.assertIn("maps", read(reasoned, lowest))

    def test_everything_that_is_wrong_is_said_at_once(self):
        with self.assertRaises(Trouble) as caught:
            read("[mops]\n")
        self.assertEqual(len(str(caught.exception).splitlines()), 3)

    def test_the_lowest_limit_of_a_history_counts(self):
        texts = [GOOD, GOOD.replace("1_850", "1_700"), GOOD.replace("= 4", "= 5")]
        found = limits.lowest(texts)
        self.assertEqual(found["maps", "instructions"], 1_700)
        self.assertEqual(found["maps", "allocations"], 4)


class VerdictTests(unittest.TestCase):
    def test_allocations_are_exact(self):
        self.assertFalse(Verdict("maps", "allocations", 4, 4).fails)
        self.assertTrue(Verdict("maps", "allocations", 4.01, 4).fails)
        self.assertFalse(Verdict("maps", "allocations", 4, 4).is_loose)
        self.assertTrue(Verdict("maps", "allocations", 3, 4).is_loose)

    def test_what_a_thousand_elements_share_is_no_allocation(self):
        verdict = Verdict("maps", "allocations", 4.004, 4)
        self.assertFalse(verdict.fails or verdict.is_loose)

    def test_instructions_have_room(self):
        self.assertFalse(Verdict("maps", "instructions", 1_850, 1_850).fails)
        self.assertTrue(Verdict("maps", "instructions", 1_851, 1_850).fails)
        self.assertFalse(Verdict("maps", "instructions", 1_780, 1_850).is_loose)
        self.assertTrue(Verdict("maps", "instructions", 1_700, 1_850).is_loose)
        self.assertFalse(Verdict("maps", "instructions", 18, 30).is_loose)

    def test_a_tightened_limit_leaves_three_percent_and_never_grows(self):
        self.assertEqual(Verdict("maps", "instructions", 1_000, 1_850).tightened, 1_030)
        self.assertEqual(Verdict("maps", "instructions", 1_840, 1_850).tightened, 1_850)
        self.assertEqual(Verdict("maps", "instructions", 18.2, 50).tightened, 24)
        self.assertEqual(Verdict("maps", "allocations", 3.004, 4).tightened, 3)


class WritingTests(unittest.TestCase):
    def test_only_the_number_changes(self):
        found = limits.written(GOOD, [Verdict("maps", "instructions", 1_000, 1_850)])
        self.assertEqual(found, GOOD.replace("1_850", "1_030"))

    def test_the_same_figure_of_another_workload_stays(self):
        text = GOOD + "\n[loops]\nallocations = 4\n"
        found = limits.written(text, [Verdict("loops", "allocations", 2, 4)])
        self.assertEqual(found, text.removesuffix("4\n") + "2\n")

    def test_what_has_no_limits_gets_them(self):
        verdicts = [
            Verdict("race", "allocations", 2, float("inf")),
            Verdict("race", "instructions", 1_000, float("inf")),
        ]
        added = "\n[race]\nallocations = 2\ninstructions = 1_030\n"
        self.assertEqual(limits.written(GOOD, verdicts), GOOD + added)


class HistoryTests(unittest.TestCase):
    """A clone that cannot tell what the limits have been is refused."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.origin = self.folder / "origin"
        (self.origin / "Benchmarks").mkdir(parents=True)
        subprocess.run(["git", "init", "--quiet", self.origin], check=True)

    def commit(self, allocations):
        path = self.origin / "Benchmarks/Limits.toml"
        path.write_text(f"[maps]\nallocations = {allocations}\n")
        person = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        for command in (["add", "."], [*person, "commit", "--quiet", "--message", "A"]):
            subprocess.run(["git", "-C", self.origin, *command], check=True)

    def test_the_lowest_limit_of_all_commits_is_found(self):
        for allocations in (4, 3, 5):
            self.commit(allocations)
        self.assertEqual(limits.history(self.origin), {("maps", "allocations"): 3})

    def test_a_clone_without_its_history_is_refused(self):
        self.commit(3)
        self.commit(4)
        shallow = ["git", "clone", "--quiet", "--depth", "1", self.origin.as_uri()]
        subprocess.run([*shallow, self.folder / "clone"], check=True)
        with self.assertRaisesRegex(Trouble, "git fetch --unshallow"):
            limits.history(self.folder / "clone")

    def test_limits_that_were_never_committed_are_refused(self):
        self.commit(3)
        subprocess.run(["git", "-C", self.origin, "checkout", "-q", "--orphan", "new"], check=True)
        with self.assertRaisesRegex(Trouble, "takes git|no commit has it"):
            limits.history(self.origin)

    def test_a_folder_without_git_is_refused(self):
        with self.assertRaisesRegex(Trouble, "takes git: .*not a git repository"):
            limits.history(self.folder)
