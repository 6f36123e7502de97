import unittest

import changelog

TEXT = """# Changelog

## [Unreleased]

### Added

- A.
{unreleased}
## [0.1.0] - 2030-01-01

### Added

- Everything.

<!-- Public API: aaaa -->
"""


def text(mark=""):
    return TEXT.format(unreleased=f"\n<!-- Public API: {mark} -->\n" if mark else "")


class ChangelogTests(unittest.TestCase):
    def test_sections_and_groups_are_read_in_order(self):
        found = changelog.sections(text())
        self.assertEqual([section.name for section in found], ["Unreleased", "0.1.0"])
        self.assertEqual(found[1].entries("Added").strip().splitlines()[0], "- Everything.")
        self.assertEqual(found[1].entries("Changed"), "")

    def test_the_mark_of_this_api_is_enough(self):
        self.assertEqual(changelog.problem(text("bbbb"), "bbbb"), "")

    def test_another_mark_is_a_problem_that_names_the_line(self):
        problem = changelog.problem(text("bbbb"), "cccc")
        self.assertIn("not the one that [Unreleased] describes", problem)
        self.assertIn("<!-- Public API: cccc -->", problem)

    def test_without_one_in_unreleased_the_last_release_describes_the_api(self):
        self.assertEqual(changelog.problem(text(), "aaaa"), "")
        self.assertIn("not the one that [0.1.0] describes", changelog.problem(text(), "bbbb"))

    def test_an_older_mark_does_not_count(self):
        self.assertNotEqual(changelog.problem(text("bbbb"), "aaaa"), "")

    def test_a_mark_wants_an_entry_beside_it(self):
        empty = text("bbbb").replace("- A.\n", "")
        self.assertIn("[Unreleased] says nothing", changelog.problem(empty, "bbbb"))

    def test_no_mark_at_all_is_a_problem(self):
        self.assertIn("[Unreleased]", changelog.problem("# Changelog\n", "aaaa"))
