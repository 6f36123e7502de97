"""Plants source breakages after a release, and a clone without the release."""
import subprocess

from Tests.repository import RepositoryTests

MODULE = "Sources/Bridges/PledgeNIO/Loop.swift"
SOURCE = """/// A public loop.
public struct Loop: Sendable {
  @inlinable public init(_ loop: Int) {}
  public func run<Work>(_ work: Work) -> Int { 1 }
  func hidden() {}
}
"""
RELEASED = "## [0.1.0] - 2030-01-31\n\n### Removed\n\n- `ancient`\n"
EMPTY = f"## [Unreleased]\n\n{RELEASED}"


def changelog(entry, group="Removed", version="Unreleased"):
    return f"## [{version}]\n\n### Added\n\n- `added`\n\n### {group}\n\n- {entry}\n\n{RELEASED}"


class ReleaseTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.swift("No breaking changes detected in Pledge")
        self.write(MODULE, SOURCE)
        self.git("init", "--quiet")
        self.write("CHANGELOG.md", EMPTY)
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "A")
        self.git("tag", "0.1.0")

    def git(self, *arguments):
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.com")
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True)

    def check(self, text, problem=None):
        self.write("CHANGELOG.md", text)
        self.expect(problem)

    def breaks(self, line):
        self.swift(f"3 breaking changes\n  💔 API breakage: {line}", status=1)

    def test_breakages_that_the_compiler_finds_have_to_be_named_as_changed_or_removed(self):
        for line, name in {
            "func Future.cast(to:) has been removed": "cast",
            "constructor Box.Inner.init(_:) has been removed": "Inner",
            # Being named by an earlier release does not count.
            "func ancient() has been removed": "ancient",
        }.items():
            with self.subTest(line):
                self.breaks(line)
                self.check(changelog(f"`{name}(to:)`"))
                for text in (changelog("`other`"), changelog(name), changelog(f"`{name}`", group="Fixed")):
                    self.check(text, f"{line}\n  neither Changed nor Removed of CHANGELOG.md names `{name}`")

    def test_declarations_that_are_gone_behind_a_trait_have_to_be_named(self):
        for old, new, name in (
            ("_ work: Work", "_ work: Int", "run"), ("_ loop: Int", "loop: Int", "Loop"), (": Sendable", "", "Loop"),
        ):
            with self.subTest(old):
                self.write(MODULE, SOURCE.replace(old, new))
                self.check(changelog(f"`{name}`"))
                self.check(changelog("`other`"), f"{MODULE} no longer has: ")

    def test_other_changes_behind_a_trait_break_nothing(self):
        self.write(MODULE, "")
        self.write("Sources/Bridges/PledgeNIO/Link.swift", SOURCE.replace("func hidden() {}", "public func new() {}"))
        self.git("add", ".")
        self.check(EMPTY)

    def test_only_some_versions_may_break_source(self):
        self.breaks("func Future.old(to:) has been removed")
        problem = "0.1.1 breaks source of 0.1.0; the first version that may is 0.2.0"
        self.check(changelog("`old`", version="0.1.1"), problem)
        self.check(changelog("`old`", version="0.2.0"))
        self.git("tag", "1.4.2")
        for version, problem in {"2.0.0": None, "1.5.0": "the first version that may is 2.0.0"}.items():
            self.check(changelog("`old`", version=version).replace("[0.1.0]", "[1.4.2]"), problem)

    def test_a_comparison_that_fails_and_a_clone_without_the_release_are_reported(self):
        self.swift("error: no such module", status=1)
        self.check(EMPTY, "diagnose-api-breaking-changes 0.1.0 failed:\nerror: no such module")
        self.git("tag", "--delete", "0.1.0")
        self.check(changelog("a fix"), "lacks the tag 0.1.0 of CHANGELOG.md: git fetch --unshallow --tags")
        self.check(EMPTY)
