import pathlib
import tempfile
import unittest

import elsewhere
from pages import Sample

REFUSED = elsewhere.REFUSED + "A.swift"
COMPILED = "Sources/A.swift"


class ElsewhereTests(unittest.TestCase):
    def problems(self, text, file, is_refused=False, quoted=""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in (REFUSED, COMPILED):
                (root / name).parent.mkdir(parents=True)
                (root / name).write_text("// expect: no\n  a()  // b\n  c()\n")
            sample = Sample("Page.md", 10, text, (), file, is_refused, quoted)
            return list(elsewhere.problems(root, sample))

    def test_lines_are_compared_without_remarks_and_indentation(self):
        self.assertEqual(self.problems("a()\n\n// d\n    c() // e", COMPILED), [])

    def test_a_line_that_is_not_there_is_named(self):
        [(line, message)] = self.problems("a()\nb()", COMPILED)
        self.assertEqual((line, message), (11, "Sources/A.swift does not have the line: b()"))

    def test_a_file_that_is_not_there_is_named(self):
        self.assertEqual(self.problems("a()", "B.swift"), [(8, "there is no B.swift")])

    def test_what_must_not_compile_is_in_its_place(self):
        self.assertEqual(self.problems("a()", REFUSED, is_refused=True, quoted="no"), [])
        for file, is_refused in ((REFUSED, False), (COMPILED, True)):
            [(line, _)] = self.problems("a()", file, is_refused)
            self.assertEqual(line, 8)

    def test_what_the_compiler_says_is_compared(self):
        [(line, message)] = self.problems("a()", REFUSED, is_refused=True, quoted="yes")
        self.assertEqual(line, 12)
        self.assertTrue(message.endswith("does not expect that the compiler says: yes"))
