import os
import pathlib
import re
import subprocess
import unittest

import command
import table
from checks import ROOT, Tier

BY_NAME = {check.name: check for check in table.TABLE}


class TableTests(unittest.TestCase):
    def test_names_are_unique_and_results_come_first_and_from_no_rarer_tier(self):
        order, known = list(Tier), {}
        for check in table.TABLE:
            self.assertNotIn(check.name, known)
            for name in check.after:
                self.assertLessEqual(order.index(known[name]), order.index(check.tier), check.name)
            known[check.name] = check.tier

    def test_every_check_of_a_change_has_a_duration(self):
        self.assertEqual([check.name for check in table.TABLE if not check.seconds and check.tier is not Tier.NIGHTLY], [])

    def test_every_script_is_there_and_called(self):
        scripts = {word for check in table.TABLE for word in check.words() if word.startswith("Scripts/")}
        self.assertEqual([script for script in scripts if not os.access(ROOT / script, os.X_OK)], [])
        here = {str(path.relative_to(ROOT)) for folder in ("Checks", "Proofs") for path in (ROOT / "Scripts" / folder).iterdir()
                if path.is_file() and os.access(path, os.X_OK)}
        # These two are parts of other checks.
        self.assertEqual(here - scripts, {"Scripts/Checks/typecheck", "Scripts/Checks/full-deprecations"})

    def test_every_pattern_concerns_a_file(self):
        files = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout
        for check in table.TABLE:
            self.assertTrue(check.concerns == "^$" or re.search(check.concerns, files, re.M), check.name)

    def test_a_change_selects_what_it_concerns(self):
        names = {check.name for check in command.concerned(["Sources/Pledge/Operators/Map.swift"])}
        self.assertLessEqual({"build", "format", "house-rules", "tests", "leaks"}, names)
        self.assertFalse({"timeline", "compat", "model", "examples"} & names)
        self.assertIn("consumer", {check.name for check in command.concerned(["Scripts/Checks/consumer"])})

    def test_the_workflows_call_checks_that_exist_and_every_nightly_one(self):
        called = set()
        for path in (ROOT / ".github/workflows").glob("*.yml"):
            for line in re.findall(r"run: (?:Scripts/test|\.ci/run) ([^$\n]*)|^ {10}- ([a-z].*)$", path.read_text(), re.M):
                called |= {word for word in " ".join(line).split() if word[0] != "-"}
        self.assertEqual(called - {*BY_NAME}, set())
        self.assertEqual({check.name for check in table.TABLE if check.tier is Tier.NIGHTLY} - called, set())
