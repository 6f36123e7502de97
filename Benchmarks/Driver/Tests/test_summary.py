import unittest

import summary
from command import README, TABLES
from program import Trouble
from Tests.results import RESULTS

PAGE = f"before\n{summary.START}old\n{summary.END}after\n"


class SummaryTests(unittest.TestCase):
    def test_the_table_stands_between_its_marks(self):
        self.assertEqual(
            summary.written(PAGE, RESULTS),
            "before\n"
            + summary.START
            + "|  | allocations | time of SwiftNIO | time of OpenCombine | time of Swift Task |\n"
            + "|---|---:|---:|---:|---:|\n"
            + "| three maps on a pending one, then resolved | 4 | 0.50 × |  |  |\n"
            + summary.END
            + "after\n",
        )

    def test_a_page_without_the_marks_is_refused(self):
        for page in ("", summary.START, summary.END):
            with self.assertRaisesRegex(Trouble, "the page has no lines"):
                summary.written(page, RESULTS)

    def test_the_readme_has_what_was_measured_last(self):
        readme, results = (summary.parts(page.read_text())[1] for page in (README, TABLES))
        self.assertEqual(readme, results)
