"""Runs the command on a tree with every supported form of code, and on real programs.

After reading the difference, GOLDEN=write in the environment accepts the current report.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

import libraries
from Tests.trees import TreeTests, snapshot

GOLDEN = Path(__file__).resolve().parent / "Golden"
CLIENTS = GOLDEN.parents[3] / "Tests/Clients/CompatClient/Sources"


class GoldenTests(TreeTests):
    def setUp(self):
        super().setUp()
        shutil.copytree(GOLDEN / "before", self.root, dirs_exist_ok=True)

    def test_the_report_is_the_expected_one_and_nothing_is_written(self):
        status, report = self.migrate()
        # Of the patch, the new lines suffice.
        patch, report = re.split(r"(?=^8 files)", report, flags=re.M)
        report = re.sub(r"^[ -].*\n", "", patch, flags=re.M) + report.replace(libraries.ADDED, "DEPENDENCY")
        if os.environ.get("GOLDEN") == "write":
            (GOLDEN / "report.txt").write_text(report)
        self.assertEqual((status, report), (1, (GOLDEN / "report.txt").read_text()))
        self.assertEqual(snapshot(self.root), snapshot(GOLDEN / "before"))

    def test_write_has_the_effect_of_the_patch_and_a_second_run_has_none(self):
        self.put("My App/No newline.swift", "\ufeffimport UIKit\r\n\fimport Then\r\nThen.a\u2028\rb")
        patched = shutil.copytree(self.root, self.root.parent / "Patched")
        command = ["git", "apply", "--whitespace=nowarn"]
        subprocess.run(command, cwd=patched, input=self.migrate()[1].encode(), check=True)
        by_hand = self.by_hand()
        _, report = self.migrate("--write")
        self.assertIn("9 files rewritten.", report)
        written = snapshot(self.root)
        self.assertEqual(written, snapshot(patched))
        self.assertIn("0 files rewritten.", self.migrate("--write")[1])
        self.assertEqual(snapshot(self.root), written)
        # Only line numbers have changed.
        places = [[re.sub(r":\d+", "", place) for place in found] for found in (by_hand, self.by_hand())]
        self.assertEqual(*places)

    def test_programs_that_compile_result_from_their_old_imports(self):
        clients = snapshot(CLIENTS).items()
        compiled = {name: data for name, data in clients if b"\nimport Pledge" in data}
        for library in libraries.LIBRARIES:
            for name, data in compiled.items():
                new, old = library.replacement.encode(), next(iter(library.modules)).encode()
                old_data = re.sub(rb"^import %b\b" % new, b"import " + old, data, flags=re.M)
                if old_data != data:
                    self.put(f"Clients/{name}", old_data)
        self.migrate("--write")
        written = snapshot(self.root / "Clients")
        self.assertGreater(len(written), 10)
        self.assertEqual(written, {name: compiled[name] for name in written})
