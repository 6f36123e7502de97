import contextlib
import io
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import breakage
import command
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


class CloneTests(unittest.TestCase):
    """What a clone lacks is said; it is no reason to compare with nothing."""

    UNRELEASED = "## [Unreleased]\n"
    RELEASED = "## [0.1.0] - 2030-01-31\n\n- A.\n"

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.origin = self.repository("origin")
        for text in (self.UNRELEASED, f"{self.UNRELEASED}\n{self.RELEASED}"):
            self.commit(text)

    def repository(self, name):
        subprocess.run(["git", "init", "--quiet", self.folder / name], check=True)
        return self.folder / name

    def commit(self, text):
        (self.origin / "CHANGELOG.md").write_text(text)
        person = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        for command in (["add", "."], [*person, "commit", "--quiet", "--message", "A"]):
            subprocess.run(["git", "-C", self.origin, *command], check=True)

    def compared(self, root):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            status = command.main(["--breakage"], root)
        return status, printed.getvalue()

    def test_without_git_there_is_no_release_to_find(self):
        root = self.folder / "exported"
        shutil.copytree(self.origin, root, ignore=lambda *_: [".git"])
        status, printed = self.compared(root)
        self.assertEqual(status, 1)
        self.assertIn("error: the last release is unknown without git", printed)

    def test_a_clone_without_its_history_is_refused(self):
        shallow = ["git", "clone", "--quiet", "--depth", "1", self.origin.as_uri()]
        subprocess.run([*shallow, self.folder / "clone"], check=True)
        status, printed = self.compared(self.folder / "clone")
        self.assertEqual(status, 1)
        self.assertIn("git fetch --unshallow --tags", printed)

    def test_a_clone_without_the_tag_of_a_release_is_refused(self):
        self.commit(f"{self.UNRELEASED}\n- B.\n\n{self.RELEASED}")
        status, printed = self.compared(self.origin)
        self.assertEqual(status, 1)
        self.assertIn("0.1.0 has been released, but this clone has no tag of it", printed)

    def test_the_commit_of_the_first_release_has_nothing_to_compare_with(self):
        self.assertEqual(self.compared(self.origin)[0], 0)

    def test_a_page_that_the_release_does_not_have_is_refused(self):
        subprocess.run(["git", "-C", self.origin, "tag", "0.1.0"], check=True)
        with self.assertRaisesRegex(breakage.BreakageError, "0.1.0 has no Documentation/A.md"):
            breakage.gone_behind_traits(self.origin, "0.1.0", "Documentation/A.md")


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
