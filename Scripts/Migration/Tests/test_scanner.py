import unittest

import scanner
from rewriting import Source

# What is code in a text, in words.
CASES = {
    "a // b": "a",
    "a /* b /* c */ d */ e": "a e",
    "a /* b /* c */ d": "a",
    'a "b \\" c" d': "a d",
    'a "b \\(c("d")) e" f': "a c( ) f",
    '#"a \\(b) \\#(c) "# d': "c d",
    '#"""# a': "a",
    '"""\na "b" \\(c)\n""" d': "c d",
    '"""\na \\""" b\n""" c': "c",
    '#"""\na """ b\n"""# c': "c",
    '"a\nb': "b",
    "`a b` `c`": "`c`",
    'a(/"/) b': "a( ) b",
    "a = /[/\"]/ b": "a = b",
    'a(#/ " /#) b': "a( ) b",
    'a / b / c "d"': "a / b / c",
    'a(1, /) + b("c/")': "a(1, /) + b( )",
    '(/a\\(\\)"\\(/)': "( )",
    '(/a) + "b"/c': "(/a) + /c",
    "#!/usr/bin/env swift /*\na": "#!/usr/bin/env swift /* a",
    '"\\(a /* ) */)" b': "a b",
    'a + /"""/\nb': "a + b", 'a - /"/ b': "a - b", 'a is /"/ b': "a is b", 'a as /"/\nb': "a as b",
    'a = /* b */ /"""/\nc': "a = c", 'a = /* b */ /* c */  /"/ d': "a = d",
    'a = // b\n  /"/ c': "a = c", f'a = /* {"b" * 90} */ /"/ c': "a = c",
    'a /* b */ / c / "d"': "a / c /", 'a // b\n / c / "d"': "a / c /",
}


# Texts, and where what never ends begins in them.
ENDLESS = {
    'a """': 2, '"""\n"': 0, 'a /* /* */': 2, '"""\n\\(a) b': 7, 'a #"""': 2, '/* */ """ /* */': 6,
    'a """\n"""': None, "a /* */": None, 'a "b': None, "// /*": None, '"/*': None, "": None,
    '// """': None, '"""\n""" // a': None,
}


class ScannerTests(unittest.TestCase):
    def test_comments_and_strings_are_blanked_and_interpolations_are_code(self):
        for text, words in CASES.items():
            with self.subTest(text):
                self.assertEqual(scanner.code(text).split(), words.split())

    def test_what_never_ends_is_found(self):
        for text, start in ENDLESS.items():
            with self.subTest(text):
                self.assertEqual(scanner.never_ends(text), start)

    def test_code_stays_in_its_place(self):
        for text in CASES:
            kept = zip(scanner.code(text), text)
            self.assertTrue(all(after in (before, " ") for after, before in kept), text)
            self.assertEqual(len(scanner.code(text)), len(text))

    def test_lines_stay_whatever_ends_them(self):
        text = "/* a\r\nb\rc\n*/ d"
        self.assertEqual(scanner.code(text), "    \r\n \r \n   d")
        self.assertEqual([Source(text).line(at) for at in (0, 6, 8, 10)], [1, 2, 3, 4])

    def test_without_comments_strings_stay(self):
        self.assertEqual(scanner.without_comments('"a // b" /* c */'), '"a // b"        ')

    def test_interpolations_may_be_as_deep_as_they_like(self):
        depth = 20_000
        text = '"\\(' * depth + "a" + ')"' * depth
        self.assertEqual(scanner.code(text).strip(), "a")

    def test_what_never_ends_is_no_code(self):
        for text in ('"""\na', "/* a", '"a \\(', "#\"a"):
            with self.subTest(text):
                self.assertEqual(scanner.code(text).strip(), "")
