import contextlib
import io
import subprocess
import unittest
from unittest import mock

import counting
import gates
import limits
from program import Trouble, Workload
from Tests.fakes import WORKLOADS, FakeProgram, commit, repository


@mock.patch.object(gates, "COUNTS_INSTRUCTIONS", True)
class GateTests(unittest.TestCase):
    def setUp(self):
        self.root = repository(self)

    def edit(self, old, new, name="Limits.toml"):
        path = self.root / "Benchmarks" / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))

    def gate(self, program):
        """Returns whether the gate is passed, and what it prints."""
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            passed = gates.run(program, WORKLOADS.values(), limits.read(WORKLOADS, self.root))
        return passed, printed.getvalue()

    def fail(self, message, **costs):
        passed, printed = self.gate(FakeProgram(**costs))
        self.assertFalse(passed)
        self.assertIn(message, printed)
        self.assertIn("4 workloads, 1 figures outside their limits\n", printed)

    def refuse(self, message):
        with self.assertRaisesRegex(Trouble, message):
            limits.read(WORKLOADS, self.root)

    def test_figures_within_their_limits_pass(self):
        passed, printed = self.gate(FakeProgram())
        self.assertTrue(passed, printed)
        self.assertRegex(printed, r"maps: +allocations 4 \(limit 4\), instructions 1,800 \(limit 1,850\)\n")
        self.assertRegex(printed, r"maps, PledgeKit: +allocations 12 \(limit 75\)\n")
        self.assertRegex(printed, r"stages: +allocations n\^1.000, memory n\^1.000, instructions n\^1.000")

    def test_a_figure_above_its_limit_fails(self):
        error = "Limits.toml: error: Pledge has 5 allocations for each promise of maps; the limit is 4"
        self.fail(error, allocations=5)
        self.fail("Scripts/benchmark --profile maps shows where they come from", allocations=4.01)
        self.fail("1,851 instructions for each promise of maps; the limit is 1,850", instructions=1_851)
        self.fail("16 bytes for each stage of deep; the limit is 0", left=16)

    def test_a_program_above_its_size_fails(self):
        app = Workload("app", "an app", "program", "size", ("pledge",))
        with mock.patch.dict(counting.FIGURES, text=lambda *_: 2_001):
            lines = gates.judge(FakeProgram(), app, [limits.Limit("pledge", "text", 2_000)])
        self.assertIn("Pledge has 2,001 text for each program of app; the limit is 2,000; nm ", lines[-1])

    def test_a_table_that_some_runs_allocate_is_no_leak(self):
        for table in ([2_000], [4_000], [8_000], [4_000, 8_000], [2_000, 8_000]):
            passed, printed = self.gate(FakeProgram(table=table))
            self.assertTrue(passed, f"{table}: {printed}")

    def test_a_module_that_costs_more_than_its_original_fails(self):
        self.fail("(Kit 8: 75): error: PledgeKit has 76 allocations for each promise of maps", older=76)
        self.edit("limit = 200", "limit = 150", "Originals.toml")
        self.fail("PledgeKit has 168 bytes for each promise of kept; the limit is 150;", kept=168)

    def test_growth_that_is_not_linear_fails(self):
        maps = "instructions = 1_850\n"
        self.edit(maps, 'reason = "it is not limited here"\n')
        self.fail("error: the instructions of stages grow as n^1.200, which is not between", power=1.2)
        self.fail("error: the instructions of stages grow as n^0.900, which is not between", power=0.9)
        self.fail("error: the instructions of stages grow as n^0.000, which is not between", power=0)

    def test_a_loose_limit_is_noted_and_tightened(self):
        program = FakeProgram(allocations=3, instructions=1_000)
        note = "note: maps has far fewer instructions than its limit of 1,850; Scripts/benchmark --tighten"
        self.assertIn(note, self.gate(program)[1])
        self.edit("[deep]\nbytes = 0\n", "")
        with contextlib.redirect_stdout(io.StringIO()):
            gates.tighten(program, WORKLOADS.values(), self.root)
        text = "# Comment.\n\n[maps]\nallocations = 3\ninstructions = 1_030\n\n[kept]\nbytes = 168\n\n"
        self.assertEqual((self.root / limits.PATH).read_text(), f"{text}\n[deep]\nbytes = 0\n")
        self.assertNotIn("note:", self.gate(program)[1])

    def test_tightening_keeps_limits_that_are_exceeded_or_have_a_reason(self):
        self.edit("bytes = 176", 'bytes = 176\nreason = "it spins"')
        before = (self.root / limits.PATH).read_text()
        with contextlib.redirect_stdout(io.StringIO()):
            gates.tighten(FakeProgram(allocations=5, instructions=2_000), WORKLOADS.values(), self.root)
        self.assertEqual((self.root / limits.PATH).read_text(), before)

    def test_other_architectures_limit_no_instructions(self):
        with mock.patch.object(gates, "COUNTS_INSTRUCTIONS", False):
            passed, printed = self.gate(FakeProgram(instructions=9_999))
        self.assertTrue(passed)
        self.assertIn("note: instructions and sizes are limited on x86_64 only", printed)

    def test_mistakes_in_the_limits_are_refused_all_at_once(self):
        for old, new in (("[maps]", "[mops]"), ("bytes = 176", "bytes = nan")):
            self.edit(old, new)
        self.refuse(
            r"(?s)(?=.*\[mops\] allocations = 4: no workload has this figure)"
            r"(?=.*\[kept\] bytes = nan: a limit is a number)(?=.*\[maps\] has no instructions; Scripts)"
        )

    def test_a_limit_above_its_budget_is_refused(self):
        self.edit("bytes = 176", 'bytes = 177\nreason = "Swift 6.4"')
        self.refuse(r"\[kept\] bytes = 177: the budget is 176")

    def test_a_limit_may_be_above_a_budget_that_says_why_it_cannot_be_met(self):
        self.edit("1_850", '1_950\nreason = "Swift 6.4"')
        self.assertTrue(self.gate(FakeProgram(instructions=1_940))[0])

    def test_mistakes_in_the_originals_are_refused(self):
        for old, new, message in (
            ('"It holds more."', '""', r"\[kit\] above.kept needs an original figure, limit = …, and"),
            ("maps = 75", "mops = 75", r"\[kit\] mops: the module does not do this workload"),
            ("[kit", "[kat", r"\[kit\] is missing"),
        ):
            self.edit(old, new, "Originals.toml")
            self.refuse(message)

    def test_a_raised_limit_needs_a_reason(self):
        self.edit("1_850", "1_700")
        commit(self.root)
        self.edit("1_700", "1_850")
        commit(self.root)
        self.refuse(r"\[maps\] instructions = 1850: the limit was 1700 before; raising it needs a reason")
        self.edit("1_850", '1_850\nreason = "Swift 6.4 calls one thunk more"')
        self.assertEqual(limits.read(WORKLOADS, self.root)["maps"][0].peer, "pledge")

    def test_a_copy_inside_of_the_repository_has_its_history(self):
        copy = self.root / ".build/copy/Benchmarks"
        copy.parent.mkdir(parents=True)
        (self.root / "Benchmarks").rename(copy)
        self.assertEqual(limits.history(copy.parent)["maps", "allocations"], 4)

    def test_a_missing_history_is_refused(self):
        commit(self.root)
        shallow = self.root.parent / "shallow"
        clone = ["git", "clone", "--quiet", "--depth", "1", self.root.as_uri(), shallow]
        subprocess.run(clone, check=True)
        with self.assertRaisesRegex(Trouble, "the clone is shallow; `git fetch --unshallow`"):
            limits.history(shallow)
        with self.assertRaisesRegex(Trouble, "(?s)compared with their history: .*not a git repository"):
            limits.history(self.root.parent)
        subprocess.run(["git", "-C", self.root, "checkout", "-q", "--orphan", "new"], check=True)
        with self.assertRaisesRegex(Trouble, "compared with their history: "):
            limits.history(self.root)
