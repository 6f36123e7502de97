"""Compares what is printed, and written, for a tree of each library with what it should be.

To take over what is there now, after reading it: GOLDEN=write, in the environment.
"""
import os
import re
import shutil
from pathlib import Path

import libraries
from Tests.trees import TreeTests, snapshot

GOLDEN = Path(__file__).resolve().parent / "Golden"
CLIENTS = GOLDEN.parents[3] / "Tests/Clients/CompatClient/Sources"
LIBRARIES = ["PromiseKit", "Promises", "Bolts", "BrightFutures", "When", "Then"]


class GoldenTests(TreeTests):
    def test_a_tree_of_each_library_is_moved_as_it_should_be(self):
        for library in LIBRARIES:
            with self.subTest(library):
                self.compare(GOLDEN / library)

    def test_programs_that_compile_are_what_comes_of_their_old_imports(self):
        clients = snapshot(CLIENTS).items()
        compiled = {name: data for name, data in clients if b"\nimport Pledge" in data}
        for name, data in compiled.items():
            for library in libraries.LIBRARIES:
                new, old = library.module.encode(), library.modules[0].encode()
                data = re.sub(rb"^import %b\b" % new, b"import " + old, data, flags=re.M)
            self.put(name, data)
        _, report = self.migrate("--write")
        self.assertEqual(snapshot(self.root), compiled)
        self.assertNotIn("nothing to rewrite", report)

    def compare(self, golden):
        shutil.rmtree(self.root)
        shutil.copytree(golden / "before", self.root)
        _, report = self.migrate()
        self.assertEqual(snapshot(self.root), snapshot(golden / "before"))
        self.migrate("--write")
        if os.environ.get("GOLDEN") == "write":
            self.take_over(golden, report)
        self.assertEqual(report, (golden / "report.txt").read_text())
        self.assertEqual(snapshot(self.root), snapshot(golden / "after"))
        self.migrate("--write")
        self.assertEqual(snapshot(self.root), snapshot(golden / "after"))

    def take_over(self, golden, report):
        (golden / "report.txt").write_text(report)
        shutil.rmtree(golden / "after", ignore_errors=True)
        shutil.copytree(self.root, golden / "after")
