import json
import tomllib
import unittest
from unittest import mock

import budgets
import command
import compile_time
import limits
import measuring
import tables
from program import ROOT, Trouble
from Tests.fakes import FILES, WORKLOADS, FakeProgram

BUDGETS, ORIGINALS = (tomllib.loads(FILES[name]) for name in ("Budgets.toml", "Originals.toml"))


class ResultTests(unittest.TestCase):
    """Measures a program with known costs, and reads the page."""

    @classmethod
    def setUpClass(cls):
        known = {"pledge": 2_048, "nio": None, "opencombine": 2_048}
        scopes = mock.patch.object(compile_time, "scopes", lambda _, chain, peer: known[peer])
        with scopes, mock.patch.object(measuring, "say"):
            results = measuring.everything(FakeProgram(), WORKLOADS.values(), BUDGETS)
        cls.results = json.loads(json.dumps(results))
        cls.page = tables.page(BUDGETS, ORIGINALS, cls.results)

    def has(self, section, *lines):
        text = self.page.split(f"## {section}\n")[1].split("\n## ")[0]
        for line in lines:
            self.assertIn(line, text)

    def test_every_section_has_its_figures(self):
        self.has("Time of an operation", "| work | Pledge | SwiftNIO |", "| 3 maps | 260 | 500 (0.50) |")
        self.has("Allocations of an operation", "| 3 maps | 4 | 4 |")
        self.has("Instructions of an operation", "| 3 maps | 1,800 | 1,800 |")
        self.has("Memory of pending objects", "| a pending promise | 168 |")
        self.has("Depth", "| a deep chain | 1,000,000 |")
        self.has("Growth", "| stages | 1.00, 1.00 | 1.00, 1.00 |")
        row = "| twenty steps as people write them | 2,048 | more than 1,000,000 | 2,048 |"
        self.has("Type-checking a chain of twenty", row)

    def test_modules_for_older_libraries_are_listed_with_their_originals(self):
        self.has("In the place of older libraries", "| work | PledgeKit |", "| 3 maps | 12 (75) |")
        self.has("In the place of older libraries", "**PledgeKit, a pending promise**: It holds more.")

    def test_a_budget_holds_or_fails_with_its_reason(self):
        self.has(
            "Budgets",
            "| 3 maps | at most 0.4 × the time of SwiftNIO | 0.50 × | **fails** |",
            "| a pending promise | at most 176 bytes | 168 | holds |",
            "1,000 on a stack of 512 KiB: at most 1 MiB of memory above the start | 2 MB | **fails** |",
            "**3 maps**: it has to.",
        )

    def test_a_budget_of_what_was_not_measured_fails(self):
        page = tables.page({"race": {"allocations": 8}}, {}, self.results)
        self.assertIn("| race | at most 8 allocations | not measured | **fails** |", page)

    def test_a_curve_that_ends_in_a_crash_has_no_exponent(self):
        with mock.patch.dict(self.results["growth"]["stages"]["nio"], nanoseconds=[[1, 5], [1_000, 9]]):
            page = tables.page(BUDGETS, ORIGINALS, self.results)
        self.assertIn("| stages | 1.00, 1.00 | –, 1.00 |", page)

    def test_the_first_table_is_written_between_its_marks(self):
        results = self.results | {key: {"race": self.results[key]["maps"]} for key in ("time", "allocations")}
        page = tables.with_summary(f"before\n{tables.START}old\n{tables.END}after\n", results)
        self.assertIn(f"| a race of two | 4 | 0.50 × | – | – |\n{tables.END}after\n", page)
        self.assertNotIn("old", page)
        with self.assertRaisesRegex(Trouble, "the page lacks the lines"):
            tables.with_summary("", results)


class RepositoryTests(unittest.TestCase):
    """The pages of this repository."""

    def test_the_readme_has_the_latest_results(self):
        readme, results = (tables.marked(page.read_text())[1] for page in (command.README, command.TABLES))
        self.assertEqual(readme, results)

    def test_the_documentation_has_every_budget(self):
        text = (ROOT / "Documentation/Performance.md").read_text()
        empty = {figure: {} for figure in ("workloads", "time", "run", *budgets.COUNTS)}
        for name, budget in budgets.read().items():
            for check in budgets.checks(name, budget, empty):
                words = budgets.memory(check.limit) if check.shown is budgets.memory else f"{check.limit:,}"
                self.assertTrue(check.limit == 0 or words in text, check)

    def test_an_unknown_budget_is_refused(self):
        with mock.patch.object(budgets, "parsed", lambda _: {"maps": {"alocations": 4}}):
            with self.assertRaisesRegex(Trouble, r"Budgets.toml: error: \[maps\] alocations"):
                budgets.read()

    def test_broken_toml_is_refused_with_its_line(self):
        with mock.patch("pathlib.Path.read_text", lambda _: "[maps]\n= 1"):
            with self.assertRaisesRegex(Trouble, "Limits.toml: error: .*line 2"):
                limits.parsed(limits.PATH)
