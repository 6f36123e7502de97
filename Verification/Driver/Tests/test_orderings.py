import contextlib
import io
import re
import unittest
from pathlib import Path
from unittest import mock

import orderings
import sites
from checkout import ROOT
from running import Ending
from sites import Weakening

CORE = """
/// Says `word.loadAcquiring()`.
extension Node {
  final func attach() -> Bool {
    var found = state.loadAcquiring()
    // Acquiring: x.loadAcquiring() pairs with nothing.
    while true {
      if state.exchangeAcquiringAndReleasing(
        &found, for: 1
      ) { return true }
      state.storeRelaxed(found)
      found = state.loadAcquiring()
    }
  }

  deinit {
    unsafe pledge_subtract_acq_rel(word, 1)
  }
}
"""
ATTACH = Weakening(1, "Sources/PledgeCore/Attaching/Attach.swift", 18, "Attach.swift attach load", "acquiring")
KNOWN = {ATTACH.title}
REPORTED = Ending("exit 66", f"…\n{orderings.REPORTS[0]} (pid=1)\n", 2)
SILENT = Ending("exit 0", "passed", 20)


class SiteTests(unittest.TestCase):
    def test_every_half_of_every_ordering_has_a_number(self):
        weakenings = []
        text = sites.with_numbers(Path("Attach.swift"), CORE, weakenings)
        both = "Attach.swift attach exchangeAcquiringAndReleasing"
        self.assertEqual([(w.number, w.line, w.title) for w in weakenings], [
            (1, 5, "Attach.swift attach loadAcquiring, not acquiring"),
            (2, 8, f"{both}, not acquiring"),
            (3, 8, f"{both}, not releasing"),
            (4, 12, "Attach.swift attach loadAcquiring #2, not acquiring"),
            (5, 17, "Attach.swift deinit pledge_subtract_acq_rel, not acquiring"),
            (6, 17, "Attach.swift deinit pledge_subtract_acq_rel, not releasing"),
        ])
        for call in (
            "var found = state.loadAcquiring(1)\n", "AndReleasing(2, \n        &found",
            "found = state.loadAcquiring(4)\n", "pledge_subtract_acq_rel_or_weaker(5, word, 1)",
            "x.loadAcquiring() pairs", "state.storeRelaxed(found)",
        ):
            self.assertIn(call, text)

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

    def test_a_report_ends_an_attempt(self):
        code, runs, printed = self.attempt(REPORTED)
        self.assertEqual((code, runs), (0, [10]))
        self.assertIn("orderings: 1 weakened, 1 reported, 0 silent, 0 wrong, 60 s\n", printed)
        self.assertEqual(self.attempt(SILENT, REPORTED)[:2], (0, [10, 10]))
        own_process = Ending("exit 1", "Expectation failed: .success → .exitCode(66)\n", 2)
        self.assertEqual(self.attempt(own_process)[:2], (0, [10]))

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
