"""Plants source breakages after a release, and clones without the release."""
import shutil
import subprocess

from Tests.repository import RepositoryTests

MODULE = "Sources/Bridges/PledgeNIO/Loop.swift"
SOURCE = """#if NIO
import Pledge

/// A public loop.
public struct Loop: Sendable {
  /// The public work.
  public let work: Int

  @inlinable
  public init(
    _ loop: Int
  ) { self.work = loop }

  public func run<Work>(_ work: (Work, () -> Void)) -> Int
  where Work: Sendable { 1 }
  func hidden() {}
}

extension Loop: Hashable {}
#endif
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
        if problem:
            self.expect_failure(problem)
        else:
            self.expect_success()

    def breaks(self, line):
        self.swift(f"3 breaking changes\n  💔 API breakage: {line}", status=1)

    def test_breakages_that_the_compiler_finds_have_to_be_named_as_changed_or_removed(self):
        for line, name in {
            "func Future.cast(to:) has been removed": "cast",
            "func &&&(_:_:) has been removed": "&&&",
            "constructor Box.Inner.init(_:) has been removed": "Inner",
            "accessor Box.size.Get() has been removed": "size",
            "enumelement Kind.done has been added as a new enum case": "done",
            "struct Box has removed conformance to Equatable": "Box",
            # Being named by an earlier release does not count.
            "func ancient() has been removed": "ancient",
        }.items():
            with self.subTest(line):
                self.breaks(line)
                self.check(changelog(f"`{name}(to:)`"))
                self.check(changelog(f"`{name}`", group="Changed"))
                for text in (changelog("`other`"), changelog(name), changelog(f"`{name}`", group="Fixed")):
                    self.check(text, f"{line}\n  neither Changed nor Removed of CHANGELOG.md names `{name}`")

    def test_declarations_that_are_gone_behind_a_trait_have_to_be_named(self):
        for old, new, name, line in (
            ("Work, () -> Void", "Work, Int", "run", "Loop: public func run<Work>(_ work: (Work, () -> Void)) -> Int where Work: Sendable"),
            ("Work: Sendable", "Work: Hashable", "run", "Loop: public func run<Work>"),
            ("_ loop: Int", "loop: Int", "Loop", "Loop: public init( _ loop: Int )"),
            ("public let work", "let work", "work", "Loop: public let work: Int"),
            ("public struct Loop: Sendable", "public struct Loop", "Loop", "public struct Loop: Sendable"),
            ("extension Loop: Hashable {}", "", "Loop", "extension Loop: Hashable"),
        ):
            with self.subTest(line):
                self.write(MODULE, SOURCE.replace(old, new))
                self.check(changelog(f"`{name}`"))
                self.check(changelog("`other`"), f"PledgeNIO no longer declares: {line}")

    def test_other_changes_behind_a_trait_break_nothing(self):
        changed = SOURCE.replace("public loop", "new public loop").replace("func hidden() {}", "public func new() {}")
        self.write(MODULE, "")
        self.write(MODULE.replace("Loop.", "Link."), changed.replace("{ 1 }", "{ 2 }"))
        self.check(EMPTY)

    def test_declarations_of_other_modules_are_left_to_the_compiler(self):
        self.write("Sources/Pledge/A.swift", SOURCE)
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "B")
        self.git("tag", "--force", "0.1.0")
        self.write("Sources/Pledge/A.swift", "")
        self.check(changelog("a fix"))

    def test_only_some_versions_may_break_source(self):
        self.breaks("func Future.old(to:) has been removed")
        problem = "0.1.1 breaks source of 0.1.0; the first version that may is 0.2.0"
        self.check(changelog("`old`", version="0.1.1"), problem)
        self.check(changelog("`old`", version="0.2.0"))
        self.git("tag", "1.4.2")
        for version, problem in {"2.0.0": None, "1.5.0": "the first version that may is 2.0.0"}.items():
            self.check(changelog("`old`", version=version).replace("[0.1.0]", "[1.4.2]"), problem)

    def test_a_comparison_that_fails_is_reported(self):
        self.swift("error: no such module", status=1)
        self.check(EMPTY, "diagnose-api-breaking-changes 0.1.0 failed:\nerror: no such module")

    def test_a_clone_without_the_release_is_refused(self):
        self.git("tag", "--delete", "0.1.0")
        self.check(changelog("a fix"), "lists 0.1.0, but this clone lacks its tag: git fetch --tags")
        self.check(EMPTY.replace("## [0.1", "## [0.2.0]\n\n- A.\n\n## [0.1"), "lacks its tag")

    def test_a_shallow_clone_is_refused(self):
        self.git("clone", "--quiet", "--depth", "1", self.root.as_uri(), self.folder / "clone")
        self.expect_failure("git fetch --unshallow --tags", root=self.folder / "clone")

    def test_an_export_without_git_is_refused(self):
        shutil.copytree(self.root, self.folder / "export", ignore=lambda *_: [".git"])
        self.expect_failure("the last release cannot be read", root=self.folder / "export")

    def test_the_first_release_has_nothing_to_compare_with(self):
        self.git("tag", "--delete", "0.1.0")
        self.check(EMPTY)
        self.check("## [Unreleased]\n\n- A.\n")
