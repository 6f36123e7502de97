import pathlib
import tempfile
import unittest

import alone
import comments

ROOT = pathlib.Path(__file__).resolve().parents[3]


class AloneTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_a_module_has_the_samples_of_its_own_files_alone(self):
        self.write("Sources/Compat/A/In/A.swift", "/// A.\n///\n///     a()\n")
        self.write("Sources/Compat/B/B.swift", "/// B.\n///\n///     b()\n")
        self.assertEqual(alone.modules(self.root), ["A", "B"])
        samples, found = alone.read(self.root, "A")
        self.assertEqual([(it.page, it.line) for it in samples], [("Sources/Compat/A/In/A.swift", 3)])
        self.assertEqual(found, [])

    def test_what_prints_is_a_problem_as_nothing_runs_it(self):
        self.write("Sources/Compat/A/A.swift", "/// A.\n///\n///     a()  // prints: 1\n")
        _, found = alone.read(self.root, "A")
        self.assertEqual([line for _, line, _ in found], [3])

    def test_a_fence_of_no_language_is_a_problem(self):
        self.write("Sources/Compat/A/A.swift", "/// A.\n///\n/// ```\n/// a()\n/// ```\n")
        _, found = alone.read(self.root, "A")
        self.assertEqual([line for _, line, _ in found], [3])

    def test_a_file_imports_the_module_and_no_other_of_the_package(self):
        self.put("/// A.\n///\n///     a()\n")
        self.assertEqual(self.imports(), ["Dispatch", "Foundation", "A"])

    def test_a_sample_is_compiled_on_the_condition_of_its_file(self):
        self.put("#if canImport(B)\n/// A.\n///\n///     a()\n#endif\n")
        lines = self.generated().splitlines()
        self.assertEqual((lines[0], lines[-1]), ("#if canImport(B)", "#endif"))

    def test_a_condition_of_a_part_is_not_that_of_the_file(self):
        self.assertEqual(alone.condition("import A\n#if B\n#endif\n"), "")
        self.assertEqual(alone.condition(""), "")

    def test_what_an_earlier_run_left_is_gone(self):
        self.write("Out/Old.swift", "")
        self.put("/// A.\n///\n///     a()\n")
        self.assertFalse((self.root / "Out/Old.swift").exists())

    def test_every_file_of_a_module_is_read_or_skipped_for_a_reason(self):
        read = set(comments.names(ROOT))
        for module in alone.modules(ROOT):
            read |= set(comments.names(ROOT, [f"{alone.FOLDER}/{module}/**/*.swift"]))
        for page in comments.names(ROOT, ["Sources/**/*.swift"]):
            # The plugin has no clients.
            skipped = set(alone.SKIPPED) | {"PledgeMacrosPlugin"}
            is_skipped = bool(skipped & set(page.split("/")))
            self.assertNotEqual(page in read, is_skipped, page)

    def put(self, text):
        page = "Sources/Compat/A/A.swift"
        self.write(page, text)
        samples, _ = alone.read(self.root, "A")
        alone.write(self.root, self.root / "Out", "A", samples)

    def generated(self):
        return (self.root / "Out/Sources-Compat-A-A.swift.swift").read_text()

    def imports(self):
        lines = self.generated().splitlines()
        return [line.removeprefix("import ") for line in lines if line.startswith("import ")][:3]
