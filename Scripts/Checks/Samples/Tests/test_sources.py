import unittest

import sources
from pages import Sample


def source(text, stated=()):
    return sources.function(7, Sample("Some/Page.md", 10, text, stated))


class SourcesTests(unittest.TestCase):
    def parts(self, text):
        return sources.parts(Sample("Page.md", 10, text))

    def test_declarations_are_told_from_statements_by_their_brackets(self):
        _, declarations, statements = self.parts(
            "struct A {\n  let a = 1\n}\nlet a = A()\nfunc b(\n  c: Int\n) {\n}\n  b(c: 1)"
        )
        self.assertEqual([line for line, _ in declarations], [10, 14])
        self.assertEqual(statements, [(13, "let a = A()"), (18, "  b(c: 1)")])

    def test_attributes_belong_to_what_follows_them(self):
        _, declarations, _ = self.parts("@MainActor\nfinal class A {}\na()")
        self.assertEqual(declarations, [(10, "@MainActor\nfinal class A {}")])

    def test_brackets_in_strings_and_comments_do_not_count(self):
        _, declarations, statements = self.parts('func a() { "{" }  // {\na()')
        self.assertEqual((len(declarations), statements), (1, [(11, "a()")]))

    def test_extensions_and_imports_are_of_the_file(self):
        of_file, _, _ = self.parts("import A\nextension B: C {\n}\na()")
        self.assertEqual([line for line, _ in of_file], [10, 11])

    def test_a_chain_is_one_part(self):
        _, _, statements = self.parts("a()\n  .b {\n    c\n  }\n  .d()")
        self.assertEqual(len(statements), 1)

    def test_each_part_has_its_place(self):
        place = '#sourceLocation(file: "Some-Page.md", line: 11)\na()\n#sourceLocation()\n'
        self.assertIn(place, source("func a() {}\na()"))

    def test_what_speaks_of_self_is_the_screen_s(self):
        self.assertIn("extension Screen {", source("a { self.b() }"))
        self.assertIn("extension Screen {", source('a { "\\(self.b)" }'))
        self.assertIn("struct Sample7", source("struct A { func a() { self.b() } }\nA().a()"))
        self.assertIn("struct Sample7", source("a(User.self)  // self"))

    def test_what_says_what_it_prints_is_called(self):
        self.assertIn("func sample7() throws {\n#source", source("a()", ((1, "1"),)))
        self.assertIn("_ = { () throws in\n#source", source("a()"))

    def test_what_awaits_is_asynchronous(self):
        self.assertIn("func sample7() async throws {", source("await a()", ((1, "1"),)))
        case = sources.case(7, Sample("Page.md", 10, 'print("\\(await a)")'))
        self.assertEqual(case, 'case "7": try await Sample7().sample7()')

    def test_constants_that_are_not_used_are(self):
        text = "let a = 1\nlet (b, c) = (1, 2)\nprint(c)\nb2(b: 1).a\nf {\n  let d = 1\n}"
        self.assertIn("#sourceLocation()\n_ = a\n_ = b\n\n}", source(text))
        self.assertIn("_ = a\n", source("let a: Int = 1"))
        self.assertIn("_ = a\n", source("  struct B {}\n\n  let a = B()"))
        self.assertNotIn("_ = a\n", source("let a = 1\nprint(\"\\(a)\")"))

    def test_a_capitalised_word_alone_is_a_type(self):
        self.assertIn("typealias Known =    Promise", source("   Promise"))
