"""Tests that the lists of bugs and of silent orderings fit the sources."""
import re
import unittest

import mutations
import orderings
import places
import sites
import weakenings
from checkout import ROOT


class MutationTests(unittest.TestCase):
    def test_the_text_of_every_mutation_of_this_repository_is_found_once(self):
        methods, known = mutations.parsed(mutations.PATH.read_text())
        for mutation in known:
            with self.subTest(mutation.name):
                self.assertEqual((ROOT / mutation.file).read_text().count(mutation.old), 1)
        self.assertEqual({mutation.method for mutation in known}, set(methods))
        different = {(mutation.name, mutation.old, mutation.new) for mutation in known}
        self.assertEqual(len(different), len({mutation.name for mutation in known}))


class OrderingTests(unittest.TestCase):
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

    def test_the_operations_to_explore_are_those_that_the_copy_numbers(self):
        numbered = {weakening.title for weakening in sites.numbered(ROOT)[1]}
        listed = {weakening.title for weakening in places.listed(ROOT)}
        self.assertEqual(numbered, {title for title in listed if "fence" not in title})
        weakenings.expected(places.listed(ROOT))
