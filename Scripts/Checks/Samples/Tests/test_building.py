import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

import building


class BuildingTests(unittest.TestCase):
    def test_an_object_whose_source_was_removed_is_not_linked(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name in ("Sources/In/A.swift", "Sources/b.c", "Build/DerivedSources/C.swift"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).touch()
            for name in ("A.swift.o", "b.c.o", "C.swift.o", "Removed.swift.o", "A.d"):
                (root / "Build" / name).touch()
            found = building.objects(root / "Sources", root / "Build")
            self.assertEqual([path.name for path in found], ["A.swift.o", "C.swift.o", "b.c.o"])

    def test_what_an_earlier_run_left_is_gone(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "Out")
            out.mkdir()
            (out / "Old.swift").touch()
            building.write(out, {"Sources/Compat/A/A.swift": "a()\n"})
            self.assertFalse((out / "Old.swift").exists())
            self.assertEqual((out / "Sources-Compat-A-A.swift.swift").read_text(), "a()\n")

    def test_what_the_compiler_says_names_the_page(self):
        said = "Some-Page.md:3:1: error: a\\n| Some-Page.md\\nOther.md:1: b\\n"
        script = f"import sys; sys.stderr.write('{said}'); sys.exit(1)"
        output = io.StringIO()
        with contextlib.redirect_stderr(output):
            command = [sys.executable, "-c", script]
            self.assertFalse(building.succeeds(command, ".", ["Other.md", "Some/Page.md"]))
        expected = "Some/Page.md:3:1: error: a\n| Some-Page.md\nOther.md:1: b\n"
        self.assertEqual(output.getvalue(), expected)
