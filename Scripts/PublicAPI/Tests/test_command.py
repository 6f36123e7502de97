import contextlib
import io
import json
import os
import pathlib
import tempfile
import unittest

import changelog
import command
import coverage
import graphs
import page
from Tests.symbols import graph, symbol


class CommandTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "Documentation").mkdir()
        self.page = self.root / command.PAGE
        self.declare("func a()")
        self.checked(is_writing=True)
        self.release()

    def declare(self, *texts, system="linux", **others):
        folder = self.root / ".build" / "symbols" / "Kit"
        folder.mkdir(parents=True, exist_ok=True)
        entries = [symbol(f"s{number}", text, **others) for number, text in enumerate(texts)]
        written = json.dumps(graph(*entries, system=system))
        (folder / "Kit.symbols.json").write_text(written)

    def release(self, mark=None):
        mark = changelog.MARKED.format(mark or page.digest(self.page.read_text()))
        (self.root / "CHANGELOG.md").write_text(f"## [Unreleased]\n\n- A.\n\n{mark}\n")

    def checked(self, is_writing=False):
        if not (self.root / "CHANGELOG.md").exists():
            (self.root / "CHANGELOG.md").write_text("")
        self.printed = io.StringIO()
        products = graphs.read(self.root / ".build" / "symbols", ["Kit"])
        with contextlib.redirect_stdout(self.printed):
            return command.checked(self.root, products, is_writing)

    def test_nothing_is_wrong_with_an_api_that_is_listed(self):
        self.assertEqual(self.checked(), [])
        self.assertIn("1 public declarations", self.printed.getvalue())

    def test_a_change_of_the_api_shows_as_a_difference(self):
        self.declare("func a()", "func b()")
        problems = self.checked()
        self.assertEqual(len(problems), 1)
        self.assertIn("+func b()", problems[0])
        self.assertIn("Scripts/api --write", problems[0])

    def test_a_page_that_is_written_wants_an_entry(self):
        self.declare("func a()", "func b()")
        self.assertIn("CHANGELOG.md", self.checked(is_writing=True)[0])
        self.assertIn("CHANGELOG.md", self.checked()[0])
        self.release()
        self.assertEqual(self.checked(), [])

    def test_what_stands_above_the_declarations_is_no_part_of_the_api(self):
        text = self.page.read_text()
        self.assertEqual(page.digest(text), page.digest(text.replace("# The public", "# A public")))
        self.assertNotEqual(page.digest(text), page.digest(text.replace("func a", "func b")))

    def test_another_compiler_fails_with_an_explanation(self):
        self.page.write_text(self.page.read_text().replace("Swift 6.3", "Swift 6.2"))
        self.assertIn("was written with Swift 6.2", self.checked()[0])

    def test_another_system_fails_with_an_explanation(self):
        self.declare("func a()", system="macosx")
        self.assertIn("what Linux compiles: compare it there", self.checked()[0])
        self.assertIn("error: the page lists what Linux", self.checked(is_writing=True)[0])

    def test_a_page_that_is_not_there_is_a_difference(self):
        self.page.unlink()
        self.assertIn("+func a()", self.checked()[0])

    def test_what_nobody_described_is_named_by_its_place(self):
        place = f"file://{self.root}/Sources/A%20B.swift"
        self.declare(
            "func a()", docComment=None, location={"uri": place, "position": {"line": 6}}
        )
        expected = ["error: Sources/A B.swift:7: s0 of Kit is not documented"]
        self.assertEqual(self.checked(), expected)

    def test_empty_and_foreign_comments_do_not_count(self):
        for module, text in (("Kit", " "), ("Swift", "Does it.")):
            comment = {"module": module, "lines": [{"text": text}]}
            self.declare("func a()", docComment=comment)
            self.assertEqual(len(self.checked()), 1)

    def test_an_extension_is_no_declaration(self):
        self.declare("extension A", docComment=None, kind="swift.extension")
        products = graphs.read(self.root / ".build" / "symbols", ["Kit"])
        self.assertEqual(coverage.undocumented(products, self.root), [])
        self.assertEqual(coverage.count(products), 0)


class FreshnessTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("Package.swift", "Sources/Kit/A.swift", "Scripts/PublicAPI/symbols"):
            self.touch(name, 1)

    def touch(self, name, time):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        for each in (path, path.parent):
            os.utime(each, (time, time))

    def is_stale(self):
        return command.is_stale(self.root, self.root / ".build" / "symbols")

    def test_graphs_are_stale_if_there_are_none_or_a_source_is_newer(self):
        os.utime(self.root / "Sources", (1, 1))
        self.assertTrue(self.is_stale())
        self.touch(".build/symbols/Kit/Kit.symbols.json", 5)
        self.assertFalse(self.is_stale())
        self.touch("Sources/Kit/A.swift", 6)
        self.assertTrue(self.is_stale())

    def test_a_source_that_is_gone_makes_them_stale(self):
        os.utime(self.root / "Sources", (1, 1))
        self.touch(".build/symbols/Kit/Kit.symbols.json", 5)
        (self.root / "Sources/Kit/A.swift").unlink()
        self.assertTrue(self.is_stale())


    def test_if_they_cannot_be_written_that_is_an_error(self):
        script = self.root / "Scripts/PublicAPI/symbols"
        script.write_text("#!/bin/sh\nexit 1\n")
        script.chmod(0o755)
        with self.assertRaisesRegex(graphs.GraphError, "Scripts/PublicAPI/symbols has failed"):
            command.fresh_products(self.root)


class LineTests(unittest.TestCase):
    def test_a_wrong_option_is_said(self):
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as exit:
            command.main(["--wrong"])
        self.assertEqual(exit.exception.code, command.USAGE)
