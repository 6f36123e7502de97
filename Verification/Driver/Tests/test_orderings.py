import contextlib
import io
import re
import unittest
from unittest import mock

import orderings
import sites
from checkout import ROOT
from running import Ending
from sites import Weakening

ATTACH = Weakening(1, "Sources/PledgeCore/Attaching/Attach.swift", 18, "Attach.swift attach load", "acquiring")
KNOWN = {ATTACH.title}
REPORTED = Ending("exit 66", f"…\n{orderings.REPORTS[0]} (pid=1)\n", 2)
SILENT = Ending("exit 0", "passed", 20)


class SiteTests(unittest.TestCase):
    def test_no_operation_of_the_core_is_overlooked(self):
        texts, weakenings = sites.numbered(ROOT)
        self.assertGreater(len(weakenings), 50)
        for name, text in texts.items():
            if "Weakenable" in name or name in (str(sites.HEADER), str(sites.DEFINITIONS)):
                continue
            code = re.sub(r"//.*", "", text)
            for call in re.finditer(r"\.\w+(?:Acquiring|Releasing)\((\w*)", code):
                self.assertTrue(call[1].isdigit(), f"{name}: {call[0]}")
            self.assertNotRegex(code, r"pledge_(?!lock_)\w+_(?:acquire|release|acq_rel)\(")
        self.assertIn('#include "Weakenable.h"', texts[str(sites.HEADER)])
        self.assertIn("pledge_cas_acquire_or_weaker(", texts["Sources/PledgeSupport/Once.swift"])
        tests = re.findall(r'testTarget\(\n +name: "(\w+)"', texts["Package.swift"])
        self.assertEqual(tests, ["PledgeCoreTests"])

    def test_the_lists_of_this_repository_fit_the_core(self):
        weakenings = sites.numbered(ROOT)[1]
        orderings.silences(orderings.SILENT.read_text(), weakenings)
        self.assertLessEqual(set(orderings.QUICK), {weakening.site for weakening in weakenings})


class OrderingTests(unittest.TestCase):
    def attempt(self, *endings, silent=frozenset()):
        """Returns the exit code, the rounds of each run, and the output, for one weakening."""
        runs = []

        def stress(number, rounds):
            runs.append(rounds)
            return endings[min(len(runs), len(endings)) - 1]

        run = orderings.Run(None, silent, 10)
        with mock.patch.object(run, "stress", stress), contextlib.redirect_stdout(io.StringIO()) as printed:
            code = run.conclude([ATTACH], [run.attempt(ATTACH)], 60)
        return code, runs, printed.getvalue()

    def test_silence_is_wrong_after_many_rounds_unless_it_is_listed(self):
        code, runs, printed = self.attempt(SILENT)
        self.assertEqual((code, runs), (1, [10, 10, 10, 30, 100]))
        self.assertIn("error: Sources/PledgeCore/Attaching/Attach.swift:18 attach load, not acquiring is not rep", printed)
        self.assertEqual(self.attempt(SILENT, silent=KNOWN)[:2], (0, [10]))

    def test_a_report_of_a_listed_weakening_is_wrong(self):
        code, _, printed = self.attempt(REPORTED, silent=KNOWN)
        self.assertEqual(code, 1)
        self.assertIn("is reported; remove it from Silent.toml", printed)

    def test_a_failure_without_a_report_is_wrong(self):
        for silent in (KNOWN, set()):
            code, runs, printed = self.attempt(Ending("SIGSEGV", "", 1), silent=silent)
            self.assertEqual((code, runs), (1, [10]))
            self.assertIn("fails, but is not reported (SIGSEGV); see .build/orderings/logs/1.log", printed)
