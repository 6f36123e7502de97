import unittest

from depth import largest


class DepthTests(unittest.TestCase):
    def test_what_survives_all_is_tried_once_for_each_power_of_ten(self):
        asked = []
        self.assertEqual(largest(lambda n: asked.append(n) or True), 1_000_000)
        self.assertEqual(asked, [10, 100, 1_000, 10_000, 100_000, 1_000_000])

    def test_the_end_is_found_to_five_percent(self):
        for end in (1, 7, 10, 562, 9_300, 99_999, 999_999):
            found = largest(lambda n: n <= end)
            self.assertLessEqual(found, end)
            self.assertGreaterEqual(max(found * 1.05, found + 1), end)

    def test_what_never_survives_has_no_depth(self):
        self.assertEqual(largest(lambda n: False), 0)
