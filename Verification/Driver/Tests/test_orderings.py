import argparse
import contextlib
import io
import unittest
from unittest import mock

import orderings
from orderings import Finding
from running import Ending, Trouble
from sites import Numbering, Weakening

CORE = "Sources/PledgeCore"
ATTACH = Weakening(1, f"{CORE}/Attach.swift", 18, "Attach.swift attach load", "acquiring")
CLAIM = Weakening(2, f"{CORE}/Claim.swift", 9, "Claim.swift claim load", "acquiring")
KNOWN = {"Attach.swift attach load, not acquiring"}
ENTRY = f'[[silent]]\nreason = "a lock"\nweakened = {list(KNOWN)}\n'
REPORTED = Ending("exit 66", f"…\n{orderings.REPORTS[0]} (pid=1)\n", 2)
SILENT = Ending("exit 0", "passed", 20)


class SilenceTests(unittest.TestCase):
    def test_an_entry_names_a_weakening(self):
        self.assertEqual(orderings.silences(ENTRY, [ATTACH, CLAIM]), KNOWN)

    def test_one_that_names_none_is_refused(self):
        with self.assertRaisesRegex(Trouble, "there is no Attach.swift attach load, not acquiring"):
            orderings.silences(ENTRY, [CLAIM])

    def test_entries_are_whole_and_stand_once(self):
        with self.assertRaisesRegex(Trouble, "has a reason and what is weakened"):
            orderings.silences('[[silent]]\nreason = "x"\n', [ATTACH])
        with self.assertRaisesRegex(Trouble, "stands twice"):
            orderings.silences(ENTRY * 2, [ATTACH])

    def test_the_list_that_is_checked_in_fits_the_core(self):
        orderings.silences(orderings.SILENT.read_text(), Numbering().weakenings)

    def test_what_is_tried_quickly_is_there(self):
        known = {weakening.site for weakening in Numbering().weakenings}
        self.assertLessEqual(set(orderings.QUICK), known)


class ChoiceTests(unittest.TestCase):
    def choose(self, *place, quick=False):
        options = argparse.Namespace(quick=quick, place=list(place))
        return orderings.choose([ATTACH, CLAIM], options)

    def test_everything_a_file_or_a_line(self):
        self.assertEqual(self.choose(), [ATTACH, CLAIM])
        self.assertEqual(self.choose("Claim.swift"), [CLAIM])
        self.assertEqual(self.choose("Attach.swift:18", "Claim.swift:9"), [ATTACH, CLAIM])

    def test_a_place_without_any_is_refused(self):
        with self.assertRaisesRegex(Trouble, "there is no ordering in Attach.swift:19"):
            self.choose("Attach.swift:19")


class AttemptTests(unittest.TestCase):
    def attempt(self, endings, silent=frozenset()):
        """Answers whether it was reported, and with how many rounds each run was made."""
        runs = []

        def stress(number, checkout, rounds):
            runs.append(rounds)
            return endings[min(len(runs), len(endings)) - 1]

        printed = contextlib.redirect_stdout(io.StringIO())
        with mock.patch.object(orderings, "stress", stress), printed:
            return orderings.attempt(ATTACH, silent, None, 10).is_reported, runs

    def test_a_report_ends_it(self):
        self.assertEqual(self.attempt([REPORTED]), (True, [10]))
        self.assertEqual(self.attempt([SILENT, REPORTED]), (True, [10, 10]))

    def test_what_should_be_reported_is_tried_for_long(self):
        self.assertEqual(self.attempt([SILENT]), (False, [10, 10, 10, 30, 100]))

    def test_what_is_known_to_be_silent_is_tried_once(self):
        self.assertEqual(self.attempt([SILENT], KNOWN), (False, [10]))


class VerdictTests(unittest.TestCase):
    def conclude(self, *findings, silent=frozenset()):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = orderings.conclude(list(findings), silent, 60)
        return code, printed.getvalue()

    def test_reported_is_right(self):
        code, printed = self.conclude(Finding(ATTACH, REPORTED))
        self.assertEqual(code, 0)
        summary = "orderings: 1 weakened, 1 reported, 0 silent, 0 wrong, 60 s\n"
        self.assertEqual(printed, summary)

    def test_a_report_in_a_process_of_a_test_s_own_counts(self):
        ending = Ending("exit 1", "Expectation failed: .success → .exitCode(66)\n", 2)
        self.assertEqual(self.conclude(Finding(ATTACH, ending))[0], 0)

    def test_silent_is_wrong_unless_it_is_listed(self):
        code, printed = self.conclude(Finding(ATTACH, SILENT))
        self.assertEqual(code, 1)
        self.assertIn("Attach.swift:18 attach load, not acquiring is not reported; write", printed)
        self.assertEqual(self.conclude(Finding(ATTACH, SILENT), silent=KNOWN)[0], 0)

    def test_reported_though_listed_is_wrong(self):
        code, printed = self.conclude(Finding(ATTACH, REPORTED), silent=KNOWN)
        self.assertEqual(code, 1)
        self.assertIn("is reported; take it out of Silent.toml", printed)

    def test_red_without_a_report_is_wrong(self):
        crash = Finding(CLAIM, Ending("SIGSEGV", "", 1))
        code, printed = self.conclude(crash, silent=KNOWN)
        self.assertEqual(code, 1)
        self.assertIn("but not reported (SIGSEGV); see .build/orderings/logs/2.log", printed)
        self.assertEqual(orderings.verdict(crash, set()), "red, but not reported (SIGSEGV)")
