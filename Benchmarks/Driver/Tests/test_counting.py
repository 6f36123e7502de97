import unittest

import counting
from program import Trouble


class FakeProgram:
    """Takes 5,000 instructions to start, 2 for the first operation alone, and 7 for each."""

    counter = "libMallocCounter.so"

    def __init__(self, preloads=True):
        self.preloads = preloads

    def instructions(self, workload, peer, count):
        return 5_000 + 2 + 7 * count

    def run(self, workload, peer, count, counted):
        found = counted and self.preloads
        return {
            "allocations": 11 + 4 * count if found else None,
            "liveBytes": 64 + 168 * count if found else None,
        }


class CountingTests(unittest.TestCase):
    def test_what_happens_once_drops_out(self):
        self.assertEqual(counting.instructions(FakeProgram(), "maps", "pledge"), 7)
        self.assertEqual(counting.allocations(FakeProgram(), "maps", "pledge"), 4)
        self.assertEqual(counting.bytes_left(FakeProgram(), "footprint", "pledge"), 168)

    def test_the_difference_is_of_the_count_and_twice_as_many(self):
        asked = []
        counting.per_operation(lambda count: asked.append(count) or count, 300)
        self.assertEqual(sorted(asked), [300, 600])

    def test_a_counter_that_is_not_found_is_named(self):
        with self.assertRaisesRegex(Trouble, "libMallocCounter.so was preloaded"):
            counting.allocations(FakeProgram(preloads=False), "maps", "pledge")

    def test_what_is_measured_side_by_side_keeps_its_name(self):
        items = [("a", "b"), ("c", "d")]
        found = counting.side_by_side(lambda one, other: one + other, items)
        self.assertEqual(found, {("a", "b"): "ab", ("c", "d"): "cd"})
