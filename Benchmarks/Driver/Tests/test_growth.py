import unittest

import growth
from program import Died


class FakeProgram:
    """A peer whose stack ends at 1,000, and which is slow in every fifth run."""

    runs = 0

    def run(self, workload, peer, count, counted=False, timeout=300):
        if count > 1_000:
            raise Died("ended by SIGSEGV")
        self.runs += 1
        return {
            "nanoseconds": 70 * count * (100 if self.runs % 5 == 0 else 1),
            "allocations": 2 * count,
            "peakBytes": 96 * count,
        }


class GrowthTests(unittest.TestCase):
    def test_curves_end_where_the_stack_does(self):
        found = growth.curves(FakeProgram(), "stages", "peer")
        self.assertEqual(found["nanoseconds"], {n: 70 * n for n in (1, 10, 100, 1_000)})
        self.assertEqual(found["memory"], {n: 96 * n for n in (1, 10, 100, 1_000)})
        self.assertEqual(found["allocations"], {n: 2 * n for n in (1, 10, 100, 1_000)})

    def test_a_fit_takes_three_decades(self):
        self.assertAlmostEqual(growth.fitted({str(n): n for n in growth.ALL}), 1)
        self.assertIsNone(growth.fitted({n: n for n in growth.ALL if n < 1_000_000}))
        self.assertIsNone(growth.fitted({}))

    def test_what_is_below_the_least_count_is_not_fitted(self):
        costs = {n: n if n == 1 or n >= 1_000 else 10**9 for n in growth.ALL}
        self.assertAlmostEqual(growth.fitted(costs), 1)
