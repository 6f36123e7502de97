"""Tests that the lists of bugs and of weakenings fit the sources."""
import re
import unittest

import mutations
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


class WeakeningTests(unittest.TestCase):
    def test_no_operation_of_the_core_is_overlooked(self):
        call = r"\w(?:Acquiring|Releasing)\(|fence\(|pledge_(?!lock_)\w+_(?:acquire|release|acq_rel)\("
        texts = [path.read_text() for path in weakenings.SOURCES if path.name not in weakenings.DEFINITIONS]
        count = len(re.findall(call, re.sub("//.*", "", "".join(texts))))
        self.assertEqual(len({title.split(",")[0] for title in weakenings.listed()}), count)
        self.assertGreater(count, 100)

    def test_the_list_fits_the_core(self):
        self.assertLessEqual(weakenings.known().keys(), weakenings.listed().keys())
