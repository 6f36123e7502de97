import os
import stat
import unittest
from pathlib import Path
from unittest import mock

import tree
from Tests.trees import TreeTests, snapshot

OLD, NEW = "import PromiseKit\n", "import PledgePromiseKit\n"


class FileTests(TreeTests):
    def test_a_dry_run_writes_nothing(self):
        self.put("A.swift", OLD)
        self.migrate()
        self.assertEqual(self.text("A.swift"), OLD)

    def test_folders_of_builds_and_package_managers_are_skipped(self):
        for folder in (".build", "Pods", "Carthage", ".git", "DerivedData", "Sub/checkouts"):
            self.put(f"{folder}/Sub/A.swift", OLD)
            self.put(f"{folder}/Podfile", "pod 'PromiseKit'")
        before = snapshot(self.root)
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual(snapshot(self.root), before)

    def test_only_swift_files_are_written(self):
        for name in ("A.md", "A.m", "A.swift.orig", "Aswift", "A.SWIFT", "A.txt"):
            self.put(name, OLD + "@import PromiseKit;\n")
        before = snapshot(self.root)
        self.migrate("--write")
        self.assertEqual(snapshot(self.root), before)

    def test_the_mode_of_a_file_stays(self):
        for mode in (0o600, 0o644, 0o755, 0o664):
            path = self.put("A.swift", OLD)
            path.chmod(mode)
            self.migrate("--write")
            self.assertEqual(self.text("A.swift"), NEW)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), mode)

    def test_a_file_is_replaced_at_once_and_no_draft_stays(self):
        path = self.put("A.swift", OLD)
        with path.open() as reader:
            self.migrate("--write")
            self.assertEqual(reader.read(), OLD)
        self.assertEqual(sorted(snapshot(self.root)), ["A.swift"])

    def test_a_file_with_nothing_to_rewrite_is_not_touched(self):
        path = self.put("A.swift", NEW)
        before = path.stat()
        self.migrate("--write")
        self.assertEqual(path.stat().st_ino, before.st_ino)
        self.assertEqual(path.stat().st_mtime_ns, before.st_mtime_ns)

    def test_a_link_in_the_tree_stays_a_link(self):
        self.put("Sub/A.swift", OLD)
        (self.root / "B.swift").symlink_to("Sub/A.swift")
        (self.root / "Link").symlink_to("Sub")
        status, printed = self.migrate("--write")
        self.assertEqual(status, 0)
        self.assertEqual(self.text("Sub/A.swift"), NEW)
        self.assertTrue((self.root / "B.swift").is_symlink())
        self.assertNotIn("link", printed)

    def test_a_link_out_of_the_tree_is_named_and_not_followed(self):
        outside = self.root.parent / "Other"
        outside.mkdir()
        (outside / "A.swift").write_text(OLD)
        (self.root / "Link").symlink_to(outside)
        (self.root / "B.swift").symlink_to(outside / "A.swift")
        (self.root / "C.txt").symlink_to(outside / "A.swift")
        status, printed = self.migrate("--write")
        self.assertEqual(status, 0)
        self.assertEqual((outside / "A.swift").read_text(), OLD)
        self.assertIn("\nB.swift: a link out of the tree", printed)
        self.assertIn("\nLink: a link out of the tree", printed)
        self.assertEqual(printed.count("a link out of"), 2)

    def test_links_in_a_cycle_and_to_nothing_do_no_harm(self):
        self.put("Sub/A.swift", OLD)
        (self.root / "Sub/Up").symlink_to("..")
        (self.root / "B.swift").symlink_to("B.swift")
        (self.root / "C.swift").symlink_to("nothing.swift")
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual(self.text("Sub/A.swift"), NEW)

    def test_what_is_no_plain_file_is_not_opened(self):
        os.mkfifo(self.root / "A.swift")
        (self.root / "B.swift").mkdir()
        self.put("B.swift/C.swift", OLD)
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual(self.text("B.swift/C.swift"), NEW)

    def test_a_file_that_is_not_utf_8_is_named_and_left_alone(self):
        for data in (
            "import PromiseKit // \xe9".encode("latin-1"), OLD.encode("utf-16"),
            OLD.encode("utf-16-le"), OLD.encode() + b"\xed\xa0\x80",
        ):
            with self.subTest(data):
                self.put("A.swift", data)
                self.put("B.swift", OLD)
                status, printed = self.migrate("--write")
                self.assertEqual((status, self.text("B.swift")), (1, NEW))
                self.assertEqual((self.root / "A.swift").read_bytes(), data)
                self.assertIn("\nA.swift: not in UTF-8, and left alone; convert it", printed)

    def test_a_manifest_or_a_header_may_be_in_any_encoding(self):
        self.put("Podfile", "# \xe9\npod 'When'\n".encode("latin-1"))
        self.put("A.h", b"\xff\xfe\r\n@import Bolts;")
        places = [hand.split(": ")[0] for hand in self.hands()]
        self.assertEqual(places, ["A.h:2", "Podfile:2"])

    def test_a_read_only_file_is_named_and_all_else_is_written(self):
        self.put("A.swift", OLD).chmod(0o444)
        self.put("B.swift", OLD)
        status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("A.swift"), self.text("B.swift")), (1, OLD, NEW))
        self.assertIn("\nA.swift: not written: it is read-only; make it writable", printed)
        self.assertIn("1 file rewritten: 1 import", printed)

    def test_a_file_that_cannot_be_replaced_is_named_and_stays_whole(self):
        for step in ("os.replace", "os.fsync", "tempfile.mkstemp", "shutil.copymode"):
            with self.subTest(step):
                self.put("A.swift", OLD)
                with mock.patch(step, side_effect=OSError(28, "No space left on device")):
                    status, printed = self.migrate("--write")
                self.assertEqual((status, snapshot(self.root)), (1, {"A.swift": OLD.encode()}))
                self.assertIn("\nA.swift: not written: No space left on device; make it", printed)

    def test_what_cannot_be_read_is_named_and_all_else_is_written(self):
        unreadable = self.put("A.swift", OLD)
        self.put("B.swift", OLD)
        opened = open

        def refused(path, mode):
            if Path(path) == unreadable:
                raise PermissionError(13, "Permission denied")
            return opened(path, mode)

        with mock.patch.object(tree, "open", refused, create=True):
            status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("B.swift")), (1, NEW))
        self.assertIn("\nA.swift: Permission denied; make it readable, and run this", printed)

    @unittest.skipIf(os.geteuid() == 0, "root may read everything")
    def test_a_folder_that_cannot_be_read_is_named(self):
        self.put("Sub/A.swift", OLD)
        (self.root / "Sub").chmod(0)
        self.addCleanup((self.root / "Sub").chmod, 0o700)
        self.put("B.swift", OLD)
        status, printed = self.migrate("--write")
        self.assertEqual((status, self.text("B.swift")), (1, NEW))
        self.assertIn("\nSub: Permission denied; make it readable, and run this", printed)
