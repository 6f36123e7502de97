import pathlib
import subprocess
import tempfile
import unittest

import breakage
from breakage import Breakage

REMOVED = Breakage("func Future.old(to:) has been removed", "old")
LOG = """
## [{version}]

### Added

- `added`

### {group}

- `{said}`

## [0.1.0]

### Removed

- `past`
"""


def log(said, version="Unreleased", group="Removed"):
    return LOG.format(said=said, version=version, group=group)


class BreakageTests(unittest.TestCase):
    def problems(self, *arguments, tag="0.1.0", **options):
        return breakage.problems([REMOVED], log(*arguments, **options), tag)

    def test_names_are_found_in_what_the_compiler_says(self):
        for line, name in {
            "func Future.cast(to:) has been removed": "cast",
            "func &&&(_:_:) has been removed": "&&&",
            "constructor Box.Inner.init(_:) has been removed": "Inner",
            "accessor Box.size.Get() has been removed": "size",
            "enumelement Kind.done has been added as a new enum case": "done",
            "struct Box has removed conformance to Equatable": "Box",
            "func f() has return type change from Int to String": "f",
        }.items():
            with self.subTest(line):
                self.assertEqual(breakage.name(f"💔 API breakage: {line}"), name)

    def test_what_is_named_as_changed_or_removed_may_break(self):
        self.assertEqual(self.problems("old(to:)"), [])
        self.assertEqual(self.problems("Future.old", group="Changed"), [])

    def test_what_is_not_named_there_may_not(self):
        self.assertIn("names `old`", self.problems("older")[0])
        self.assertIn("names `old`", self.problems("old", group="Added")[0])

    def test_what_older_releases_say_does_not_count(self):
        past = Breakage("func past() has been removed", "past")
        for tag in ("0.1.0", "v0.1.0"):
            problems = breakage.problems([past], log("old"), tag)
            self.assertEqual(len(problems), 1)
            self.assertIn("names `past`", problems[0])

    def test_operators_are_found_as_they_are(self):
        broken = Breakage("func &&&(_:_:) has been removed", "&&&")
        self.assertEqual(breakage.problems([broken], log("a &&& b"), "0.1.0"), [])
        self.assertEqual(len(breakage.problems([broken], log("a && b"), "0.1.0")), 1)

    def test_a_patch_may_not_break_and_before_one_a_minor_version_may(self):
        self.assertEqual(self.problems("old", version="0.2.0"), [])
        self.assertEqual(self.problems("old", version="1.0.0"), [])
        patch = self.problems("old", version="0.1.1")
        self.assertEqual(patch, ["0.1.1 may not break what 0.1.0 has; 0.2.0 may"])

    def test_from_one_on_a_minor_version_may_not(self):
        self.assertEqual(self.problems("old", version="2.0.0", tag="1.4.2"), [])
        minor = self.problems("old", version="1.5.0", tag="1.4.2")
        self.assertEqual(minor, ["1.5.0 may not break what 1.4.2 has; 2.0.0 may"])

    def test_if_nothing_breaks_any_version_will_do(self):
        self.assertEqual(breakage.problems([], log("a", version="0.1.1"), "0.1.0"), [])


class PageTests(unittest.TestCase):
    PAGE = """# Page

## Pledge

```swift
func seen()
```

## PledgeNIO

```swift
struct Loop : Context
  init(_ loop: Int)
  func run(_ work: Int)
extension Future
  final func loop(on: Int)
```
"""

    def gone(self, *edit):
        found = breakage.gone(self.PAGE, self.PAGE.replace(*edit))
        return [(each.name, each.text) for each in found]

    def test_the_same_page_has_lost_nothing(self):
        self.assertEqual(self.gone("x", "x"), [])

    def test_what_is_gone_or_changed_is_named(self):
        self.assertEqual(
            self.gone("run(_ work: Int)", "run(_ work: String)"),
            [("run", "PledgeNIO has lost or changed: func run(_ work: Int)")],
        )
        self.assertEqual(self.gone("  init(_ loop: Int)\n", "")[0][0], "Loop")

    def test_what_the_compiler_sees_is_left_to_it(self):
        self.assertEqual(self.gone("func seen()\n", ""), [])


class TagTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        who = ("-c", "user.name=T", "-c", "user.email=t@example.org")
        subprocess.run(["git", *who, *arguments], cwd=self.root, check=True)

    def commit(self):
        self.git("commit", "--quiet", "--allow-empty", "--message", "A")

    def test_there_is_none_without_a_release(self):
        self.git("tag", "nightly")
        self.assertEqual(breakage.last_tag(self.root), "")

    def test_the_last_release_counts(self):
        self.git("tag", "0.1.0")
        self.commit()
        self.git("tag", "v0.2.0")
        self.commit()
        self.assertEqual(breakage.last_tag(self.root), "v0.2.0")
