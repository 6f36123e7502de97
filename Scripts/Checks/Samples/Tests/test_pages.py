import unittest

import pages

FILE = "Tests/Clients/Some.swift"


def read(*lines):
    return pages.read("Page.md", "\n".join(lines))


class PagesTests(unittest.TestCase):
    def samples(self, *lines):
        samples, problems = read(*lines)
        self.assertEqual(problems, [])
        return samples

    def problem(self, *lines):
        _, problems = read(*lines)
        self.assertEqual(len(problems), 1, problems)
        return problems[0]

    def test_a_block_fenced_as_swift_is_a_sample_with_its_line(self):
        samples = self.samples("# A", "```sh", "ls", "```", "", "```swift", "a", "b", "```")
        self.assertEqual([(it.page, it.line, it.text) for it in samples], [("Page.md", 7, "a\nb")])

    def test_a_block_in_a_list_is_a_sample(self):
        self.assertEqual(self.samples("1. A", "   ```swift", "   a", "   ```")[0].text, "   a")

    def test_a_fence_in_a_longer_one_is_text(self):
        lines = "````md", "```swift", "a", "```", "````", "```swift", "b", "```"
        self.assertEqual([sample.text for sample in self.samples(*lines)], ["b"])

    def test_remarks_state_what_is_printed(self):
        sample = self.samples("```swift", "a()  // prints: 1 ", "// prints: // 2", "```")[0]
        self.assertEqual(sample.stated, ((2, "1"), (3, "// 2")))

    def test_a_block_of_text_right_below_states_all_of_it(self):
        sample = self.samples("```swift", "a()", "```", "```text", "1", "", "2", "```")[0]
        self.assertEqual(sample.stated, ((5, "1"), (6, ""), (7, "2")))

    def test_a_block_of_text_further_below_is_another(self):
        sample = self.samples("```swift", "a()", "```", "", "```text", "1", "```")[0]
        self.assertEqual(sample.stated, ())

    def test_what_is_compiled_elsewhere_names_the_file(self):
        sample = self.samples(f"<!-- compiled in {FILE} -->", "```swift", "a", "```")[0]
        self.assertEqual((sample.file, sample.is_refused), (FILE, False))

    def test_what_is_refused_names_the_file_and_quotes_the_compiler(self):
        quotation = ["> cannot", "> do that", "", "> more"]
        sample = self.samples(f"<!-- refused in {FILE} -->", "```swift", "a", "```", *quotation)[0]
        self.assertEqual((sample.file, sample.is_refused), (FILE, True))
        self.assertEqual(sample.quoted, "cannot do that")

    def test_parts_of_a_manifest_are_told_apart(self):
        for line in ('.package(path: "a"),', "  .testTarget(", "// swift-tools-version: 6.2"):
            self.assertTrue(self.samples("```swift", line, "```")[0].is_manifest, line)
        self.assertFalse(self.samples("```swift", ".map { $0 }", "```")[0].is_manifest)

    def test_a_misspelt_remark_is_a_problem(self):
        for remark in ("//prints: 1", "// prints 1", "// print: 1", "// Prints: 1", "// output: 1"):
            line, message = self.problem("```swift", "", f"a()  {remark}", "```")
            self.assertEqual((line, message[:15]), (3, "write // prints"), remark)

    def test_a_block_without_a_language_right_below_is_a_problem(self):
        line, message = self.problem("```swift", "a", "```", "```", "1", "```")
        self.assertEqual((line, message[:5]), (4, "fence"))

    def test_to_state_it_twice_is_a_problem(self):
        line, _ = self.problem("```swift", "a  // prints: 1", "```", "```text", "1", "```")
        self.assertEqual(line, 4)

    def test_a_misspelt_comment_above_is_a_problem(self):
        for comment in (f"<!-- compile in {FILE} -->", f"<!--compiled in {FILE}-->"):
            line, message = self.problem("", comment, "```swift", "a", "```")
            self.assertEqual((line, message[:9]), (2, "what does"))

    def test_to_state_what_is_printed_elsewhere_is_a_problem(self):
        comment = f"<!-- compiled in {FILE} -->"
        line, _ = self.problem(comment, "```swift", "a  // prints: 1", "```")
        self.assertEqual(line, 3)
