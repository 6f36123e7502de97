import unittest

from fitting import exponent, slope

DECADES = (1, 10, 100, 1_000, 10_000)


class FittingTests(unittest.TestCase):
    def test_a_line_has_its_slope(self):
        self.assertAlmostEqual(slope([(0, 1), (1, 3), (2, 5)]), 2)

    def test_least_squares_weigh_what_is_off_the_line(self):
        self.assertAlmostEqual(slope([(0, 0), (1, 3), (2, 0), (3, 3)]), 0.6)

    def test_linear_costs_have_the_exponent_1(self):
        self.assertAlmostEqual(exponent({n: 7 * n for n in DECADES}), 1)

    def test_what_the_least_count_costs_is_taken_off(self):
        self.assertAlmostEqual(exponent({n: 1_000_000 + 7 * n for n in DECADES}), 1)

    def test_quadratic_costs_are_told_apart(self):
        self.assertAlmostEqual(exponent({n: 5 + n**2 for n in DECADES}), 2, places=1)

    def test_the_order_of_the_counts_does_not_matter(self):
        self.assertAlmostEqual(exponent({n: 7 * n for n in reversed(DECADES)}), 1)

    def test_two_counts_make_no_slope(self):
        with self.assertRaisesRegex(ValueError, "two counts besides the least"):
            exponent({1: 1, 10: 10})

    def test_what_does_not_grow_has_no_exponent(self):
        with self.assertRaisesRegex(ValueError, "100 cost no more than 1"):
            exponent({1: 5, 10: 6, 100: 5})
