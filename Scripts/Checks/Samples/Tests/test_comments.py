import pathlib
import tempfile
import unittest

import comments


class CommentsTests(unittest.TestCase):
    def samples(self, *lines):
        samples, problems = comments.read("A.swift", "\n".join(lines))
        self.assertEqual(problems, [])
        return samples

    def code(self, *lines):
        return [(it.line, it.text) for it in self.samples(*lines)]

    def test_indented_code_is_a_sample_at_its_line_and_column(self):
        found = self.code("  /// A.", "  ///", "  ///     a()", "  ///       .b()", "  func a() {}")
        self.assertEqual(found, [(3, " " * 10 + "a()\n" + " " * 12 + ".b()")])

    def test_empty_lines_belong_to_the_code_around_them(self):
        found = self.code("/// A.", "///", "///     a", "///", "///     b", "///", "/// Then.")
        self.assertEqual(found, [(3, "        a\n\n        b")])

    def test_text_between_two_parts_makes_two_samples(self):
        found = self.code("/// A.", "///", "///     a", "///", "/// B:", "///", "///     b")
        self.assertEqual([line for line, _ in found], [3, 7])

    def test_a_block_fenced_as_swift_is_a_sample(self):
        found = self.code("/// A.", "/// ```swift", "/// a", "///", "///     b", "/// ```", "a")
        self.assertEqual(found, [(3, "    a\n\n        b")])

    def test_a_block_fenced_as_text_is_none(self):
        self.assertEqual(self.code("/// A.", "/// ```text", "///", "///     a", "/// ```"), [])

    def test_a_block_fenced_otherwise_is_a_problem(self):
        for fence in ("/// ```", "/// ```sh"):
            _, problems = comments.read("A.swift", f"/// A.\n///\n{fence}\n/// a\n/// ```\n")
            self.assertEqual([line for line, _ in problems], [3], fence)

    def test_a_parameter_that_goes_on_is_no_sample(self):
        found = self.code("/// A.", "///", "/// - Parameter a: One", "///     thing.", "func a()")
        self.assertEqual(found, [])

    def test_code_and_remarks_are_no_doc_comments(self):
        self.assertEqual(self.code("", "    a()", "", "//     b()", "a()  ///     c"), [])

    def test_a_comment_may_begin_and_end_with_code(self):
        self.assertEqual(self.code("a()", "///     b()"), [(2, "        b()")])

    def test_what_it_prints_may_stand_in_it_or_below(self):
        sample = self.samples("/// A.", "///", "///     a()  // prints: 1")[0]
        self.assertEqual(sample.stated, ((3, "1"),))
        fences = "/// ```text", "/// 1", "/// ```"
        sample = self.samples("/// A.", "///", "///     a()", "///", *fences)[0]
        self.assertEqual([line for line, _ in sample.stated], [6])

    def test_the_files_of_the_modules_are_pages(self):
        known = "Sources/Pledge/Time/A.swift", "Sources/Bridges/PledgeFoundation/B.swift"
        others = "Sources/Pledge/Pledge.docc/C.swift", "Sources/Other/D.swift", "Tests/E.swift"
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in known + others:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).touch()
            self.assertEqual(comments.names(root), sorted(known))
