"""Random files, put together from pieces of which it is known what becomes of them."""
import random

import libraries
from rewriting import Source, rewritten
from Tests.trees import TreeTests, snapshot

OLD = [*libraries.OLD]
ENDS = ["\n", "\r\n", "\n\n", "\r", ";\n", "  // import When\n", " /* import Then */\n"]
SPACES = [" ", "  ", "\t", " /* import Bolts; */ ", " /* /* PromiseKit. */ */ "]
MODIFIERS = ["", "@testable ", "@_exported ", "@preconcurrency ", "public ", "@_spi(A) internal "]
NOT_CODE = [
    '"import {0}"', '"""\n import {0} \\" {0}.a\n """', "#\"import {0} \" {0}.a \"#", '#"""#',
    "// import {0}, {0}.a\n", "/* import {0} /* {0}.a */\nimport {0}\n*/", "`import {0}.a`",
    'a(/"import {0}/)', 'b(#/ import {0} " /#)', '"\\(a("import {0} \\(b) {0}."))"',
    '"\\\\"',
]
# A word that may be a module, so it is told apart from what cannot be.
CODE = [
    "func a() {}", "let b = c / d / e", "f.{0}.a", "#if DEBUG", "#endif", "{{ }}", "My{0}.a()",
    "x{0}",
    "import Foundation", "import struct App.{0}", "import My{0}", "#selector(a)", "é.ü()",
    "case {0}",
]


class PropertyTests(TreeTests):
    def setUp(self):
        super().setUp()
        self.random = random.Random(20_251_122)

    def piece(self):
        """Returns a piece of Swift, and what becomes of it."""
        pick = self.random.choice
        module = pick(OLD)
        new = libraries.OLD[module].module
        kind = self.random.random()
        if kind < 0.4:
            text = pick(NOT_CODE).format(module)
            return text, text
        if kind < 0.7:
            text = pick(CODE).format(module)
            return text, text
        if kind < 0.9:
            name = pick(["", "", ".A"])
            start = pick(MODIFIERS) + "import" + pick(SPACES) + (name and "class ")
            # A number makes every declaration another, so that no import is spare.
            name = name and f".A{self.random.random()}".replace("0.", "")
            return start + module + name, start + new + name
        dot = "::" if module in libraries.VAGUE else pick([".", "::", "\n ."])
        return f"{module}{dot}A", f"{new}{dot}A"

    def file(self):
        """Returns the text of a file, and what becomes of it; each says every import once."""
        before, after, seen = "", "", set()
        for _ in range(self.random.randrange(12)):
            old, new = self.piece()
            end = self.random.choice(ENDS)
            if new not in seen and self.is_new_import(new, seen):
                before, after = before + old + end, after + new + end
        start = self.random.choice(["", "", "\ufeff"])
        tail = self.random.choice(["", "// end", "\n"])
        return start + before + tail, start + after + tail

    def is_new_import(self, text, seen):
        words = text.split()
        if "import" not in words or "class" in words:
            return True
        module = words[-1]
        is_new = module not in seen
        seen.add(module)
        return is_new

    def plain_file(self):
        """Returns a file that imports none of the libraries."""
        pieces = (self.random.choice(NOT_CODE + CODE) for _ in range(self.random.randrange(12)))
        return "".join(
            piece.format(self.random.choice(OLD)) + self.random.choice(ENDS) for piece in pieces
        )

    def test_imports_are_rewritten_and_everything_else_stays_byte_for_byte(self):
        for _ in range(3_000):
            before, after = self.file()
            self.assertEqual(rewritten(Source(before), set()).text, after, repr(before))

    def test_a_second_run_changes_nothing(self):
        for _ in range(1_000):
            pieces = [self.piece()[0] + self.random.choice(ENDS) for _ in range(12)]
            once = rewritten(Source("".join(pieces)), set()).text
            self.assertEqual(rewritten(Source(once), set()).text, once, repr(pieces))

    def test_a_file_without_such_an_import_stays_byte_for_byte(self):
        for _ in range(3_000):
            text = self.plain_file()
            self.assertEqual(rewritten(Source(text), set()).text, text, repr(text))

    def test_any_bytes_are_read_and_a_second_run_on_a_tree_changes_nothing(self):
        for number in range(300):
            data = self.file()[0].encode()
            if number % 3 == 0:
                cut = self.random.randrange(len(data) + 1)
                data = data[:cut] + self.random.randbytes(3) + data[cut:]
            self.put(f"{number % 7}/{number}.swift", data)
        plain = {f"Plain/{number}.swift": self.plain_file().encode() for number in range(100)}
        for name, data in plain.items():
            self.put(name, data)
        _, first = self.migrate("--write")
        once = snapshot(self.root)
        _, second = self.migrate("--write")
        self.assertEqual(snapshot(self.root), once)
        self.assertEqual({name: once[name] for name in plain}, plain)
        self.assertIn("There is nothing to rewrite.", second)
        self.assertNotIn("There is nothing to rewrite.", first)
