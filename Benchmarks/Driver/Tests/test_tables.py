import unittest

import tables
from Tests.results import BUDGETS, ORIGINALS, RESULTS


class TableTests(unittest.TestCase):
    page = tables.page(BUDGETS, ORIGINALS, RESULTS)

    def section(self, title):
        """Returns the part of the page whose title begins so."""
        return self.page.split(f"## {title}")[1].split("\n## ")[0]

    def test_the_machine_and_the_commit_are_named(self):
        for words in ("a processor, 2 cores", "Swift 6.3", "0123456789ab", "2026-01-31"):
            self.assertIn(words, self.page)

    def test_a_budget_holds_or_fails(self):
        found = self.section("Budgets")
        work = "| pending + 3 maps + resolve | "
        self.assertIn(work + "at most 0.5 × the time of SwiftNIO | 0.50 × | holds |", found)
        self.assertIn(work + "at most 3,600 instructions | 3,610 | **fails** |", found)

    def test_a_budget_that_fails_says_why(self):
        self.assertIn("**pending + 3 maps + resolve**: it has to.", self.section("Budgets"))
        self.assertNotIn("nobody asks", self.page)

    def test_times_are_medians_with_their_ratio(self):
        self.assertIn("| pending + 3 maps + resolve | 260 | 500 (0.50) |", self.section("Time"))

    def test_who_does_not_do_a_work_has_an_empty_cell(self):
        self.assertIn("| discardable + 3 maps | 8 |  |", self.section("Allocations of"))

    def test_what_is_not_counted_is_a_dash(self):
        self.assertIn("| contention | – |  |", self.section("Instructions of"))

    def test_depth_has_a_column_for_each_peer(self):
        self.assertIn("| work | Pledge | OpenCombine |", self.section("Depth"))
        self.assertIn("| settle a deep chain | 1,000,000 | 562 |", self.section("Depth"))

    def test_growth_has_exponents_and_a_dash_where_nothing_grows(self):
        self.assertIn("| stages | 1.00, – |", self.section("Growth\n"))
        self.assertIn("| stages | 1.00 | 1.00 |", self.section("Growth of counts"))

    def test_a_chain_that_no_number_of_scopes_does_for_is_named(self):
        row = "| twenty steps as people write them | 2,048 | more than 1,000,000 |"
        self.assertIn(row, self.section("Type-checking"))

    def test_modules_for_older_libraries_have_the_original_s_figure_in_brackets(self):
        found = self.section("In the place of older libraries")
        self.assertIn("| work | PledgeKit | PledgeGoogle |", found)
        self.assertIn("| pending + 3 maps + resolve | 12 (75) | 23 (–) |", found)
        self.assertIn("| pending + 1 observer | 200 (144) |  |", found)

    def test_they_have_a_commit_of_their_own_and_reasons(self):
        found = self.section("In the place of older libraries")
        self.assertIn("Counted on 2026-02-01, commit ba9876543210.", found)
        self.assertIn("**PledgeKit, pending + 1 observer**: Pledge's own has 176.", found)

    def test_results_from_before_there_were_any_have_no_such_part(self):
        results = {key: value for key, value in RESULTS.items() if key != "older"}
        self.assertNotIn("In the place of", tables.page(BUDGETS, ORIGINALS, results))

    def test_a_part_without_figures_is_left_out(self):
        page = tables.page(BUDGETS, ORIGINALS, RESULTS | {"depth": {}})
        self.assertNotIn("## Depth", page)

    def test_every_row_has_the_cells_of_its_head(self):
        for block in self.page.split("\n\n"):
            rows = [line for line in block.splitlines() if line.startswith("|")]
            self.assertLessEqual(len({row.count("|") for row in rows}), 1, block)
