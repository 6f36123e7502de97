import unittest

import budgets
from Tests.results import BUDGETS, RESULTS


class BudgetTests(unittest.TestCase):
    def check(self, promise, results=RESULTS):
        """Returns the only check with these words."""
        found = [c for c in budgets.checks(BUDGETS, results) if promise in c.promise]
        self.assertEqual(len(found), 1, promise)
        return found[0]

    def test_a_ratio_is_the_median_of_the_rounds(self):
        check = self.check("at most 0.5 × the time of SwiftNIO")
        self.assertEqual(check.measured, 0.5)
        self.assertTrue(check.holds)

    def test_what_elements_share_is_no_allocation(self):
        self.assertTrue(self.check("at most 4 allocations").holds)

    def test_what_is_above_its_budget_fails(self):
        self.assertFalse(self.check("at most 3,600 instructions").holds)

    def test_instructions_are_a_multiple_of_another_workload(self):
        check = self.check("at most 1.7 × the instructions of pending + 3 maps")
        self.assertAlmostEqual(check.measured, 1.6, places=2)
        self.assertTrue(check.holds)

    def test_a_run_has_its_stack(self):
        check = self.check("1,000,000 on a stack of 512 KiB: at most 100 MB of memory above the")
        self.assertTrue(check.holds)

    def test_a_run_is_held_to_what_it_leaves_and_to_its_growth(self):
        self.assertTrue(self.check("1,000,000: nothing left on the heap").holds)
        self.assertFalse(self.check("1,000,000: at most 30 MB of memory above the start").holds)

    def test_bytes_and_scopes_are_held(self):
        self.assertTrue(self.check("at most 176 bytes").holds)
        self.assertTrue(self.check("at most 5,000 solver scopes").holds)

    def test_what_was_not_measured_does_not_hold(self):
        self.assertFalse(self.check("at most 176 bytes", RESULTS | {"bytes": {}}).holds)

    def test_the_budgets_in_the_repository_can_be_read(self):
        found = list(budgets.checks(budgets.read(), RESULTS))
        self.assertGreater(len(found), 25)

    def test_the_documentation_has_every_budget(self):
        text = (budgets.PATH.parent.parent / "Documentation/Performance.md").read_text()
        for check in budgets.checks(budgets.read(), RESULTS):
            words = budgets.memory(check.limit) if check.unit == "B" else f"{check.limit:,}"
            self.assertTrue(check.limit == 0 or words in text, check)

    def test_memory_is_in_the_unit_of_its_budget(self):
        self.assertEqual(budgets.memory(100_000_000), "100 MB")
        self.assertEqual(budgets.memory(1_048_576), "1 MiB")
        self.assertEqual(budgets.memory(0), "0 B")
