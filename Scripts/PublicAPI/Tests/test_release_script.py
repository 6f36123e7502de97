"""Releases a small repository whose checks are a stub, and plants what must prevent a release."""
import datetime
import shutil
import subprocess

from Tests.repository import SCRIPTS, RepositoryTests

TODAY = datetime.date.today()
OLD = "## [0.1.0] - 2030-01-31\n\n- A.\n"
NAMED = f"# Log\n\n## [Unreleased]\n\n## [0.2.0] - {TODAY}\n\nNotes.\n\n- B.\n\n{OLD}"


class ReleaseScriptTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        shutil.copy(SCRIPTS / "release", self.root / "Scripts/release")
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "A")
        self.git("config", "user.email", "a@example.com")
        self.write(".gitignore", "ran\n")
        self.installs("0.2.0")
        self.checks()
        self.commit(NAMED)
        self.git("tag", "0.1.0")

    def git(self, *arguments):
        run = subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True)
        return run.stdout.strip()

    def commit(self, changelog):
        self.write("CHANGELOG.md", changelog)
        self.git("add", ".")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A")

    def checks(self, status=0, then=""):
        """Writes checks that record their options."""
        stub = f'#!/bin/sh\ncd "${{0%/*}}/.."\necho "$1" >>ran\n{then}\nexit {status}\n'
        self.write(".ci/run", stub).chmod(0o755)

    def installs(self, version, address="a/pledge"):
        self.write("README.md", f'.package(url: "{address}", .upToNextMinor(from: "{version}"))\n')

    def release(self, *options):
        command = [self.root / "Scripts/release", *options]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        return run.returncode, run.stdout + run.stderr

    def expect_release(self, *options):
        status, printed = self.release(*options)
        self.assertEqual(status, 0, printed)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def expect_refusal(self, message, *options):
        actual, printed = self.release(*options)
        self.assertEqual((actual, printed.count("\n")), (1, 1), printed)
        self.assertIn(message, printed)
        self.assertFalse((self.root / "ran").exists())
        self.assertNotIn("0.2.0", self.git("tag").split())

    def test_a_version_that_the_changelog_describes_is_tagged(self):
        head = self.git("rev-parse", "HEAD")
        self.expect_release("0.2.0", "--nightly")
        self.assertEqual((self.root / "ran").read_text(), "--change\n--nightly\n")
        self.assertEqual(self.git("cat-file", "-t", "0.2.0"), "tag")
        self.assertEqual((self.git("rev-parse", "0.2.0^{commit}"), self.git("rev-parse", "main")), (head, head))

    def test_a_dry_run_changes_nothing(self):
        head = self.git("rev-parse", "HEAD")
        self.expect_release("0.2.0", "--dry-run")
        self.assertEqual((self.root / "ran").read_text(), "--change\n")
        self.assertEqual((self.git("rev-parse", "HEAD"), self.git("tag")), (head, "0.1.0"))

    def test_failed_checks_and_changes_during_them_prevent_the_release(self):
        changed = "main has changed during the checks"
        for status, then, reason in (
            (3, "", ".ci/run --change failed with exit status 3"), (0, "echo A >New.swift", changed),
            (0, "git commit --quiet --allow-empty --message B", changed), (0, "git switch --quiet --detach", changed),
        ):
            with self.subTest(then):
                self.git("switch", "--quiet", "main")
                (self.root / "New.swift").unlink(missing_ok=True)
                self.checks(status, then)
                self.commit(NAMED)
                actual, printed = self.release("0.2.0")
                self.assertEqual((actual, self.git("tag")), (1, "0.1.0"))
                self.assertIn(reason, printed)

    def test_a_placeholder_in_the_address_prevents_the_release_but_no_dry_run(self):
        self.installs("0.2.0", "https://github.com/OWNER/pledge")
        self.commit(NAMED)
        self.expect_refusal("README.md installs from github.com/OWNER/", "0.2.0")
        self.expect_release("0.2.0", "--dry-run")

    def test_other_arguments_than_a_version_are_refused(self):
        for text in ("1.0", "v1.0.0", "1.0.0-beta", "01.0.0", "one"):
            status, printed = self.release(text)
            self.assertEqual(status, 2)
            self.assertIn(f"{text} is not a version: give three numbers", printed)

    def test_other_states_of_the_repository_are_refused(self):
        self.expect_refusal("the tag 0.1.0 exists", "0.1.0")
        self.expect_refusal("0.0.9 is before 0.1.0", "0.0.9")
        self.write("New.swift", "")
        self.expect_refusal("New.swift is not committed", "0.2.0")
        for version in ("0.1.0", "0.2.1", "1.2.0"):
            self.installs(version)
            self.commit(NAMED)
            self.expect_refusal("README.md does not install 0.2.0: state it there", "0.2.0")
        self.git("switch", "--quiet", "--create", "other")
        self.expect_refusal("this is other, and releases are made on main: git switch main", "0.2.0")
        self.git("switch", "--quiet", "--detach", "main")
        self.expect_refusal("this is no branch", "0.2.0")

    def test_a_changelog_that_does_not_fit_the_version_is_refused(self):
        for changelog, problem in {
            OLD: f"needs an empty section Unreleased: move its entries to '## [0.2.0] - {TODAY}'",
            NAMED.replace("## [0.2", "- C.\n\n## [0.2"): "needs an empty section Unreleased",
            NAMED.replace("- B.\n", ""): f"no changes of 0.2.0: add '## [0.2.0] - {TODAY}' below Unreleased",
            NAMED.replace("[0.2.0]", "[0.3.0]"): "describes no changes of 0.2.0",
            NAMED.replace(str(TODAY), "2030-02-01"): f"does not date 0.2.0 {TODAY}: correct that",
            NAMED.replace(f" - {TODAY}", ""): f"does not date 0.2.0 {TODAY}: correct that",
        }.items():
            with self.subTest(problem):
                self.commit(changelog)
                self.expect_refusal(problem, "0.2.0")
