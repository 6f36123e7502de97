import contextlib
import io
import unittest
from unittest import mock

import command
import older
from program import Trouble, Workload
from Tests.results import ORIGINALS

MAPS = Workload("pending-maps", "3 maps", "promise", "operation", ("pledge",), ("kit", "google"))
KEPT = Workload("footprint", "pending", "promise", "footprint", ("pledge",), ("kit",))
STAGES = Workload("stages", "stages", "stage", "growth", ("pledge",))
WORKLOADS = {workload.name: workload for workload in (MAPS, KEPT, STAGES)}
GOOD = """# What is what.

[kit]
original = "Kit 8"
module = "PledgeKit"
pending-maps = 75
footprint = 144

[kit.above.footprint]
limit = 200
reason = "Pledge's own has 176."

[google]
original = "google 2"
module = "PledgeGoogle"
"""


class FakeProgram:
    """Makes so many allocations for each operation, and leaves so many bytes."""

    counter = "libMallocCounter.so"

    def __init__(self, allocations=75, left=200):
        self.allocations, self.left = allocations, left

    def run(self, workload, peer, count, counted):
        return {"allocations": 9 + self.allocations * count, "liveBytes": 64 + self.left * count}


class OriginalsTests(unittest.TestCase):
    def refuse(self, text, message):
        with self.assertRaisesRegex(Trouble, message):
            older.read(text, WORKLOADS)

    def test_good_originals_are_read(self):
        self.assertEqual(older.read(GOOD, WORKLOADS), ORIGINALS)

    def test_an_unknown_workload_is_named_with_its_line(self):
        text = GOOD.replace("pending-maps", "pending-mops")
        self.refuse(text, "Originals.toml:3: error: kit does no workload pending-mops")

    def test_a_workload_that_the_module_does_not_do_is_refused(self):
        self.refuse(GOOD + "footprint = 4\n", "Originals.toml:13: error: google does no workload foot")

    def test_a_figure_is_a_number(self):
        for value in ('"4"', "-1", "true"):
            self.refuse(GOOD.replace("75", value), "pending-maps = .* is not a number from 0")

    def test_a_module_has_a_name_and_an_original(self):
        self.refuse(GOOD.replace('module = "PledgeKit"\n', ""), 'kit has no module = "…"')

    def test_a_module_without_a_section_is_named(self):
        text = GOOD[: GOOD.index("[google]")]
        self.refuse(text, "there is no section for google, which `benchmarks list` has")

    def test_a_limit_above_the_original_needs_a_reason(self):
        self.refuse(GOOD.replace("Pledge's own has 176.", ""), "of footprint needs limit = … and")

    def test_a_limit_that_is_not_above_the_original_is_refused(self):
        self.refuse(GOOD.replace("200", "144"), "of footprint is not above the original's figure")
        self.refuse(GOOD.replace("above.foot", "above.feet"), "not above the original's|needs limit")


class OlderGateTests(unittest.TestCase):
    def run_gate(self, program, *workloads):
        """Returns whether the gate is passed, and what it prints."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            passed = older.gate(program, workloads or WORKLOADS.values(), ORIGINALS, GOOD)
        return passed, printed.getvalue()

    def test_each_module_is_one_line_with_both_figures(self):
        passed, printed = self.run_gate(FakeProgram(12))
        self.assertTrue(passed)
        lines = printed.splitlines()
        self.assertRegex(
            lines[0], r"^PledgeKit: +pending-maps 12 \(75\), footprint 200 \(144, limit 200\)$"
        )
        self.assertRegex(lines[1], r"^PledgeGoogle: +pending-maps 12 \(–\)$")
        self.assertEqual(lines[2:], ["2 modules, 0 figures above their originals'"])

    def test_as_many_as_the_original_pass(self):
        self.assertTrue(self.run_gate(FakeProgram(75))[0])

    def test_one_more_than_the_original_fails_and_says_where_to_look(self):
        passed, printed = self.run_gate(FakeProgram(76))
        self.assertFalse(passed)
        self.assertIn(
            "Benchmarks/Originals.toml:3: error: PledgeKit makes 76 allocations for each promise of"
            " pending-maps, Kit 8 75; Scripts/benchmark --profile pending-maps --peer kit shows",
            printed,
        )
        self.assertTrue(printed.endswith("2 modules, 1 figures above their originals'\n"))

    def test_a_limit_with_a_reason_holds_in_place_of_the_original(self):
        passed, printed = self.run_gate(FakeProgram(left=201), KEPT)
        self.assertFalse(passed)
        self.assertIn("keeps 201 bytes for each promise of footprint, Kit 8 144; its limit", printed)

    def test_a_limit_that_could_be_lower_is_said_and_passes(self):
        passed, printed = self.run_gate(FakeProgram(left=180), KEPT)
        self.assertTrue(passed)
        self.assertIn("note: PledgeKit takes 180 of footprint: its limit of 200 can be", printed)

    def test_workloads_without_modules_print_nothing(self):
        self.assertEqual(self.run_gate(FakeProgram(), STAGES), (True, ""))


class OlderMeasuringTests(unittest.TestCase):
    def test_modules_are_counted_by_workload_and_peer(self):
        found = older.measured(FakeProgram(12, 200), WORKLOADS.values())["figures"]
        expected = {"pending-maps": {"kit": 12, "google": 12}, "footprint": {"kit": 200}}
        self.assertEqual(found, expected)


class CommandTests(unittest.TestCase):
    def test_other_results_stay_as_they_are(self):
        kept, written = {"time": {"maps": 1}, "older": {"figures": {}}}, {}
        with (
            mock.patch.object(command, "saved", lambda: kept),
            mock.patch.object(command, "save", written.update),
            mock.patch.object(command, "write_tables"),
        ):
            command.refresh(FakeProgram(12), WORKLOADS)
        self.assertEqual(written["time"], {"maps": 1})
        self.assertEqual(written["older"]["figures"]["pending-maps"]["kit"], 12)

    def test_who_does_not_do_a_work_has_no_profile(self):
        with self.assertRaisesRegex(Trouble, "kit does not do stages. Those do: pledge"):
            command.profile(FakeProgram(), STAGES, "kit")

    def test_a_profile_is_of_the_peer_that_was_asked_for(self):
        with mock.patch.object(command.profiling, "show") as show:
            command.profile(None, MAPS, "kit")
        show.assert_called_once_with(None, MAPS, "kit")
