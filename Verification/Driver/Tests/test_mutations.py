import unittest

import mutations
from checkout import ROOT
from running import Trouble

METHODS = """
[methods.quick]
build = "make"
run = "make check"

[methods.slow]
build = "make"
run = "make soak"
"""
MUTATION = """
[[mutation]]
name = "{name}"
why = "It leaks."
method = "{method}"
file = "A.swift"
old = "{old}"
new = "2"
"""


def plan(*entries):
    fields = {"name": "leak", "method": "quick", "old": "1"}
    return mutations.parsed(METHODS + "".join(MUTATION.format(**fields | e) for e in entries))


class PlanTests(unittest.TestCase):
    def refuse(self, text, message):
        with self.assertRaisesRegex(Trouble, message):
            mutations.parsed(METHODS + text)

    def test_a_plan_is_read(self):
        found = plan({})
        self.assertEqual(found.methods["slow"].run, "make soak")
        self.assertEqual((found.mutations[0].name, found.mutations[0].shows), ("leak", ""))

    def test_what_one_method_catches_stands_together(self):
        slow = {"method": "slow"}
        found = plan({"name": "a"} | slow, {"name": "b"}, {"name": "c"} | slow)
        self.assertEqual([m.name for m in found.mutations], ["b", "a", "c"])

    def test_some_can_be_chosen(self):
        found = plan({"name": "a"}, {"name": "b", "method": "slow"}, {"name": "c"})
        names = lambda method, *chosen: [m.name for m in found.chosen(method, chosen)]
        self.assertEqual(names(None), ["a", "c", "b"])
        self.assertEqual(names("slow"), ["b"])
        self.assertEqual(names(None, "b", "c"), ["c", "b"])

    def test_unknown_names_are_refused(self):
        with self.assertRaisesRegex(Trouble, "there is no mutation x; Scripts/Proofs/mutations --list"):
            plan({}).chosen(None, ["x"])
        with self.assertRaisesRegex(Trouble, "there is no method x; there are: quick, slow"):
            plan({}).chosen("x", [])

    def test_entries_are_whole(self):
        self.refuse('[[mutation]]\nname = "a"\n', "a: missing: file, method, new, old, why")
        whole = MUTATION.format(name="a", method="quick", old="1")
        self.refuse(whole + "odd = 1\n", "mutation a: unknown: odd")
        self.refuse('[methods.x]\nrun = "x"\n', "method x: missing: build")

    def test_entries_make_sense(self):
        for entries, message in (
            ([{}, {}], "mutation leak: there are two of that name"),
            ([{"method": "x"}], "mutation leak: there is no method x"),
            ([{"old": "2"}], "mutation leak: old and new are the same"),
        ):
            with self.assertRaisesRegex(Trouble, message):
                plan(*entries)

    def test_broken_toml_is_said_to_be(self):
        self.refuse("[", "Mutations.toml: ")


class OwnPlanTests(unittest.TestCase):
    """The list that is checked in."""

    def test_every_mutation_still_has_its_place(self):
        for mutation in mutations.parsed(mutations.PATH.read_text()).mutations:
            with self.subTest(mutation.name):
                text = (ROOT / mutation.file).read_text()
                self.assertEqual(text.count(mutation.old), 1)

    def test_every_method_has_something_to_catch(self):
        plan = mutations.parsed(mutations.PATH.read_text())
        self.assertEqual({m.method for m in plan.mutations}, set(plan.methods))
