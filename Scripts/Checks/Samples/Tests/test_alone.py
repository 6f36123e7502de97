import pathlib
import tempfile
import unittest

import alone
import comments
import elsewhere

ROOT = pathlib.Path(__file__).resolve().parents[4]


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
        samples, found = alone.read(self.root, f"{alone.FOLDER}/A")
        places = [(it.page, it.line) for it in samples]
        self.assertEqual(places, [("Sources/Compat/A/In/A.swift", 3)])
        self.assertEqual(found, [])

    def test_what_prints_is_a_problem_as_nothing_runs_it(self):
        self.write("Sources/Compat/A/A.swift", "/// A.\n///\n///     a()  // prints: 1\n")
        _, found = alone.read(self.root, f"{alone.FOLDER}/A")
        self.assertEqual([line for _, line, _ in found], [3])

    def test_a_fence_of_no_language_is_a_problem(self):
        self.write("Sources/Compat/A/A.swift", "/// A.\n///\n/// ```\n/// a()\n/// ```\n")
        _, found = alone.read(self.root, f"{alone.FOLDER}/A")
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

    def test_samples_of_a_module_that_is_off_quote_its_file(self):
        folder, file = next(iter(alone.QUOTED.items()))
        self.write(f"{folder}/A.swift", "/// A.\n///\n///     a()\n///     b()\n")
        self.write(file, "func test() {\n  a()\n}\n")
        samples, found = alone.quoted(self.root)
        self.assertEqual(([it.file for it in samples], found), ([file], []))
        problems = list(elsewhere.problems(self.root, samples[0]))
        self.assertEqual(problems, [(4, f"{file} does not have the line: b()")])

    def test_what_is_quoted_prints_nothing(self):
        page = f"{next(iter(alone.QUOTED))}/A.swift"
        self.write(page, "/// A.\n///\n///     a()  // prints: 1\n")
        _, found = alone.quoted(self.root)
        self.assertEqual([line for _, line, _ in found], [3])

    def test_the_samples_of_every_module_are_compiled_or_skipped(self):
        compiled = set(comments.names(ROOT))
        compat = [f"{alone.FOLDER}/{module}" for module in alone.modules(ROOT)]
        others = [f"{it}/**/*.swift" for it in (*compat, *alone.QUOTED, *alone.SKIPPED)]
        every = comments.names(ROOT, ["Sources/**/*.swift"])
        self.assertEqual(sorted(compiled | set(comments.names(ROOT, others))), every)

    def put(self, text):
        self.page = "Sources/Compat/A/A.swift"
        self.write(self.page, text)
        self.samples, _ = alone.read(self.root, f"{alone.FOLDER}/A")

    def generated(self):
        return alone.source(self.root, "A", self.page, list(enumerate(self.samples)))

    def imports(self):
        lines = self.generated().splitlines()
        return [line.removeprefix("import ") for line in lines if line.startswith("import ")][:3]
