import unittest

import tables

PAGE = """**PK** PromiseKit, **N** SwiftNIO.

## A

| Feature | Pledge | In |
|---|---|---|
| a | `b(1 \\| 2)` — and `c` | PK (N) |
| d | **No:** spec 1.1 | – |
"""
SPECIFICATION = "- **1.1** A clause.\n"


class TablesTests(unittest.TestCase):
    def problem(self, old, new):
        self.assertIn(old, PAGE)
        [(line, message)] = tables.problems(PAGE.replace(old, new), SPECIFICATION)
        return line, message.split(" ")[0]

    def test_a_page_in_order_has_no_problems(self):
        self.assertEqual(list(tables.problems(PAGE, SPECIFICATION)), [])

    def test_spans_of_answers_are_samples_at_their_columns(self):
        found = [(sample.line, sample.text) for sample in tables.samples(PAGE)]
        self.assertEqual(found, [(7, " " * 7 + "b(1 | 2)"), (7, " " * 25 + "c")])

    def test_what_is_not_as_it_should_be_is_named(self):
        self.assertEqual(self.problem(" | – |", " |"), (8, "a"))
        self.assertEqual(self.problem("**No:** ", "Well, "), (8, "an"))
        self.assertEqual(self.problem("PK (N)", "N PK"), (7, "libraries"))
        self.assertEqual(self.problem("spec 1.1", "spec 1.2"), (8, "SPECIFICATION.md"))
