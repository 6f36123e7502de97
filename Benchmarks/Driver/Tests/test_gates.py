import contextlib
import io
import pathlib
import unittest
from unittest import mock

import gates
import limits
from program import Workload

MAPS = Workload("maps", "3 maps", "promise", "operation", ("pledge", "nio"))
STAGES = Workload("stages", "stages", "stage", "growth", ("pledge",))
ALLOWED = {"maps": {"allocations": 4, "instructions": 1_850}}


def PLACE(_):
    return "Limits.toml"


class FakeProgram:
    """Counts so many for each operation, and for n of what grows, n to a power."""

    counter = "libMallocCounter.so"

    def __init__(self, allocations=4, instructions=1_800, power=1):
        self.allocations, self.each, self.power = allocations, instructions, power

    def run(self, workload, peer, count, counted):
        allocations = 9 + self.allocations * count
        return {"allocations": allocations, "liveBytes": 0, "peakBytes": 96 * count}

    def instructions(self, workload, peer, count):
        return 1_000_000 + self.each * count**self.power


@mock.patch.object(gates, "COUNTS_INSTRUCTIONS", True)
class GateTests(unittest.TestCase):
    def run_gate(self, workload, program, allowed=ALLOWED):
        """Returns whether the gate is passed, and what it prints."""
        printed = io.StringIO()
        path = mock.Mock(pathlib.Path, **{"read_text.return_value": "# Limits.\n\n[maps]\n"})
        places = mock.patch.multiple(limits, PATH=path), mock.patch.object(gates, "shown", PLACE)
        with places[0], places[1], contextlib.redirect_stdout(printed):
            passed = gates.run(program, [workload], allowed)
        return passed, printed.getvalue()

    def test_a_workload_within_its_limits_is_one_line(self):
        passed, printed = self.run_gate(MAPS, FakeProgram())
        self.assertTrue(passed)
        self.assertRegex(printed, r"maps: +allocations 4 \(limit 4\), instructions 1,800 \(limit")
        self.assertTrue(printed.endswith("1 workloads, 0 figures outside their limits\n"))
        self.assertEqual(len(printed.splitlines()), 2)

    def test_one_allocation_more_fails_and_says_where_to_look(self):
        passed, printed = self.run_gate(MAPS, FakeProgram(allocations=5))
        self.assertFalse(passed)
        self.assertIn("Limits.toml:3: error: maps makes 5 allocations for each promise", printed)
        self.assertIn("its limit is 4; Scripts/benchmark --profile maps shows", printed)
        self.assertTrue(printed.endswith("1 workloads, 1 figures outside their limits\n"))

    def test_too_many_instructions_fail(self):
        self.assertFalse(self.run_gate(MAPS, FakeProgram(instructions=1_851))[0])

    def test_far_fewer_than_the_limit_is_said_and_passes(self):
        passed, printed = self.run_gate(MAPS, FakeProgram(instructions=1_000))
        self.assertTrue(passed)
        self.assertIn("note: maps has far fewer instructions", printed)
        self.assertIn("Scripts/benchmark --tighten makes that 1,030", printed)

    def test_a_limit_with_a_reason_may_be_wide(self):
        allowed = {"maps": ALLOWED["maps"] | {"reason": "the weather"}}
        self.assertNotIn("note:", self.run_gate(MAPS, FakeProgram(3, 1_000), allowed)[1])

    def test_linear_growth_passes(self):
        passed, printed = self.run_gate(STAGES, FakeProgram())
        self.assertTrue(passed)
        self.assertIn("allocations n^1.000, memory n^1.000, instructions n^1.000", printed)

    def test_growth_that_is_not_linear_fails(self):
        for power, words in ((1.2, "grow as n^1.198, which"), (0.9, "grow as n^0.901, which")):
            passed, printed = self.run_gate(STAGES, FakeProgram(power=power))
            self.assertFalse(passed)
            self.assertIn(f"error: the instructions of stages {words}", printed)

    def test_instructions_are_for_the_machine_that_they_were_measured_on(self):
        with mock.patch.object(gates, "COUNTS_INSTRUCTIONS", False):
            passed, printed = self.run_gate(MAPS, FakeProgram(instructions=9_999))
        self.assertTrue(passed)
        self.assertIn("note: instructions are not looked at", printed)


class TighteningTests(unittest.TestCase):
    def tighten(self, program, text, budgets={}):
        """Returns what becomes of `text`."""
        path = mock.Mock(pathlib.Path, **{"read_text.return_value": text})
        place = mock.patch.object(limits, "PATH", path)
        shown = mock.patch.object(gates, "shown", PLACE)
        with place, shown, contextlib.redirect_stdout(io.StringIO()):
            gates.tighten(program, [MAPS], limits.tomllib.loads(text), budgets)
        return path.write_text.call_args.args[0]

    def test_a_loose_limit_becomes_tight(self):
        text = "[maps]\nallocations = 4\ninstructions = 1_850\n"
        found = self.tighten(FakeProgram(3, 1_000), text)
        self.assertEqual(found, "[maps]\nallocations = 3\ninstructions = 1_030\n")

    def test_a_limit_that_is_exceeded_stays(self):
        text = "[maps]\nallocations = 4\ninstructions = 1_850\n"
        self.assertEqual(self.tighten(FakeProgram(5, 2_000), text), text)

    def test_a_missing_limit_is_added_below_the_budget(self):
        found = self.tighten(FakeProgram(4, 1_890), "", {"maps": {"instructions": 1_900}})
        self.assertEqual(found, "\n[maps]\nallocations = 4\ninstructions = 1_900\n")

    def test_what_has_a_reason_is_left_as_it_is(self):
        text = '[maps]\nallocations = 4\nreason = "it spins"\n'
        self.assertEqual(self.tighten(FakeProgram(3), text), text)
