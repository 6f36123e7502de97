"""Creates systems with stubs of the programs that download, unpack, and enter them."""
import contextlib
import io
import os
import pathlib
import stat
import tempfile
import unittest
from unittest import mock

import debian

STUBS = {
    # Stores packages where apt is told to.
    "apt-get": """
        case "$*" in
          *indextargets*) printf '%s\\n' "main http://a/debian-security/" "main http://b/debian/" ;;
          *--download-only*)
            archives="$(printf '%s\\n' "$@" | sed -n 's/-oDir::Cache::archives=//p')"
            cat "$archives/../sources" >>ran
            touch "$archives/a.deb" "$archives/base-files_1.deb"
            ;;
        esac
    """,
    "dpkg-deb": """
        echo "unpack ${2##*/}" >>ran
        mkdir -p "$3/bin" "$3/etc" "$3/root" "$3/usr/libexec/swift/lib/swift/linux"
    """,
    "unshare": 'echo "Swift version 6.2.9 (swift)"',
}


class SystemTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, script in STUBS.items():
            self.stub(name, script)
        path = f"{self.folder}:{os.environ['PATH']}"
        for patch in (
            mock.patch.dict(os.environ, {"PATH": path}), contextlib.chdir(self.folder),
            mock.patch.multiple(debian, ROOT=self.folder, FOLDER=self.folder, KEYS=str(self.folder)),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            self.enterContext(patch)

    def stub(self, name, script):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\nset -e\n{script}\n")
        path.chmod(stat.S_IRWXU)

    def ran(self):
        """Returns what the stubs have recorded since the last call."""
        record = self.folder / "ran"
        lines = record.read_text().splitlines() if record.exists() else []
        record.unlink(missing_ok=True)
        return lines

    def expect_failure(self, problem, action):
        with self.assertRaises(SystemExit) as failure:
            action()
        self.assertIn(problem, failure.exception.code)
        self.assertEqual(failure.exception.code.count("\n"), 0)

    def create(self):
        debian.System("amd64").create()

    def test_a_system_is_created_once_from_the_mirror_of_apt(self):
        self.create()
        source = f"deb [signed-by={self.folder}] http://b/debian/ sid main"
        self.assertEqual(self.ran(), [source, "unpack base-files_1.deb", "unpack a.deb"])
        self.assertEqual(os.readlink(self.folder / "amd64/bin/sh"), "bash")
        self.create()
        self.assertEqual(self.ran(), [])

    def test_a_system_with_other_packages_is_created_again(self):
        self.create()
        self.ran()
        (self.folder / "amd64/old").touch()
        with mock.patch.object(debian, "PACKAGES", ("bash",)):
            self.create()
        self.assertIn("unpack a.deb", self.ran())
        self.assertFalse((self.folder / "amd64/old").exists())

    def test_a_system_that_was_not_completed_is_created_again(self):
        self.stub("dpkg-deb", "exit 2")
        self.expect_failure("dpkg-deb failed with exit status 2", self.create)
        self.stub("dpkg-deb", STUBS["dpkg-deb"])
        self.ran()
        self.create()
        self.assertIn("unpack a.deb", self.ran())

    def test_another_version_of_swift_is_refused(self):
        self.stub("unshare", "echo 'Swift version 6.20.1'; echo 'Target: a'")
        for _ in range(2):
            self.expect_failure("Debian sid has 'Swift version 6.20.1': state a suite", self.create)

    def test_programs_that_do_not_run_are_reported(self):
        self.stub("unshare", "echo 'mount: denied' >&2; exit 1")
        self.expect_failure("emulation needs Linux 6.7: mount: denied", self.create)

    def test_a_machine_that_cannot_run_it_is_refused(self):
        self.stub("apt-get", "echo main http://a/debian-security/")
        self.expect_failure("no mirror of Debian", self.create)
        self.stub("unshare", "exit 1")
        self.expect_failure("cannot create namespaces: run this as root", debian.prepare)
        with mock.patch.object(debian, "KEYS", "/nowhere"):
            self.expect_failure("this machine is not Debian", debian.prepare)
