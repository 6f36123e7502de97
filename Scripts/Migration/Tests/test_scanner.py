import unittest

import scanner

# Texts, and the code in them. The line endings and the places of code are checked, too.
CASES = {
    "a // b": "a",
    "a // b\r\nc /* d\re */ f": "a c f",
    "a /* b /* c */ d */ e": "a e",
    'a "b \\" c" d': "a d",
    'a "b \\(c("d")) e" f': "a c( ) f",
    '"\\(a /* ) */)" b': "a b",
    'a("b \\(c) d") e': "a( c ) e",
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
    'a is /"/ b': "a is b",
    '/"/ a': "a",
    '"\\(' * 20_000 + "a" + ')"' * 20_000: "a",
    "// a\rb": "b",
    'f(/a, b / "c")': "f(/a, b / )",
    # Without an end.
    'a """': "a",
    "a /* /* */": "a",
    '"""\n\\(a) b': "a",
}

class ScannerTests(unittest.TestCase):
    def test_everything_but_code_is_blanked_in_place(self):
        for text, words in CASES.items():
            with self.subTest(text[:80]):
                code = scanner.code(text)
                self.assertEqual(code.split(), words.split())
                self.assertEqual(len(code), len(text))
                kept = zip(code, text)
                self.assertTrue(all(new == old or new == " " and old not in "\r\n" for new, old in kept))

    def test_strings_stay_if_only_comments_are_blanked(self):
        self.assertEqual(scanner.without_comments('"a // b" /* c */'), '"a // b"        ')
