"""Checks the reports about companions, copies, manifests, and builds on Linux."""
from Tests.trees import NEW, OLD, TreeTests

TASK = "session.dataTask(.promise, with: url)\n"
COPY = """import PromiseKit
extension URLSession {
  public func dataTask(_: PMKNamespacer, with request: URLRequest) -> Promise<(Data, URLResponse)> {}
}
"""
OTHER_EXTENSIONS = """import PromiseKit
extension URLSession { func fetch() -> Promise<Data> {} }
extension User { func observe() -> Promise<Data> {} }
extension NSObject { func observe(_ path: String) -> Observation {} }
"""


class CompanionTests(TreeTests):
    def check(self, text, *reasons):
        self.put("A.swift", text)
        found = self.by_hand()
        self.assertEqual(len(found), len(reasons), found)
        for place, reason in zip(found, reasons):
            self.assertRegex(place, f"^A.swift:1: {reason}")

    def test_modules_that_return_promises_of_promisekit_are_reported(self):
        for name in ("PMKUIKit", "AwaitKit", "HAKit_PromiseKit"):
            self.check(f"import {name}", f"{name} returns promises of PromiseKit and has no replacement")
        for name in ("PromiseKitHelpers", "RxPromiseKit", "AppPMK", "AppPMKNetwork"):
            self.check(f"import {name}", f"{name}, by its name, returns promises of PromiseKit")

    def test_modules_with_other_names_are_not_reported(self):
        for name in ("NPMKit", "PromiseKitten", "PledgePromiseKit", "PledgePMKFoundation"):
            self.check(f"import {name}")

    def test_modules_of_the_tree_move_with_it_and_are_not_reported(self):
        self.put("Sources/AppPMK/B.swift")
        self.put("Package.swift", '.target(\n  name: "AppPromiseKit", path: "C"), "pledge"')
        self.check("import AppPMK\nimport AppPromiseKit\n")

    def test_an_included_header_is_not_reported_but_a_module_is(self):
        self.put("A.m", '#import "AppPMK.h"\n@import AppPMK;\n#import <AppPMK/AppPMK.h>\n')
        self.assertRegex("\n".join(self.by_hand()), "^A.m:2: Objective-C cannot .*; also line 3$")


class FoundationTests(TreeTests):
    def notes(self, *options, path=None):
        _, printed = self.migrate(*options, path=path)
        return printed.partition("Note:\n")[2].partition("\n\n")[0].splitlines()

    def test_its_imports_become_those_of_its_own_replacement(self):
        self.assertEqual(
            self.rewritten(f"{OLD}import PMKFoundation\nPMKFoundation.a"),
            f"{NEW}import PledgePMKFoundation\nPledgePMKFoundation.a",
        )
        self.assertIn('.product(name: "PledgePMKFoundation", package: "pledge"),\n', self.migrate()[1])

    def test_a_use_without_an_import_is_reported_once_for_each_file(self):
        self.put("A.swift", OLD + TASK + "process.launch(.promise)")
        self.put("B.swift", OLD + "catch let error as PMKHTTPError")
        self.put("C.swift", OLD + "center.observe(once: name)\nqueue.async(.promise)")
        self.put("D.swift", TASK)
        found = self.by_hand()
        self.assertEqual([place.split()[:2] for place in found], [
            ["A.swift:2:", "dataTask"], ["B.swift:2:", "PMKHTTPError"], ["C.swift:2:", "observe"],
        ])
        self.assertIn("is part of PledgePMKFoundation; add its product", found[0])

    def test_a_use_beside_an_import_is_not_reported(self):
        for name in ("PMKFoundation", "PledgePMKFoundation"):
            self.put("A.swift", f"import {name}")
            self.put("B.swift", OLD + TASK)
            self.assertEqual(self.by_hand(), [])

    def test_a_copied_extension_is_noted_and_its_uses_need_no_import(self):
        self.put("A.swift", COPY.replace("URLSession {", "URLSession /* { */ {"))
        self.put("B.swift", OLD + TASK)
        self.assertRegex("\n".join(self.notes()), r"(?m)^A.swift:2: this looks like a copy of PMKFoundation; ")
        self.assertEqual((self.by_hand(), self.migrate()[0]), ([], 0))
        self.assertNotIn("copy of", "\n".join(self.notes(path=self.root / "B.swift")))

    def test_a_copied_folder_is_noted_once(self):
        for folder in ("PMKFoundation/Sources", "PromiseKit-Foundation"):
            for name in ("A", "B"):
                path = self.put(f"Vendor/{folder}/{name}.swift", COPY)
            self.assertEqual(
                [note.split(": ")[0] for note in self.notes() if "a copy of" in note],
                [f"Vendor/{folder.split('/')[0]}"],
            )
            for each in path.parent.iterdir():
                each.unlink()

    def test_other_extensions_are_not_taken_for_copies(self):
        for text in (OTHER_EXTENSIONS, COPY.replace("import PromiseKit", "import Other")):
            self.put("A.swift", text)
            self.assertNotIn("copy of", "\n".join(self.notes()))

    def test_the_import_for_linux_is_noted_once(self):
        self.put("A.swift", OLD + "let a: URLError\nlet b: URLRequest, c: URLSession")
        self.assertRegex("\n".join(self.notes()), r"^A.swift:3: on Linux, URLRequest is in [^;]*; [^;]*$")
        self.put("B.swift", OLD + "let response: HTTPURLResponse")
        self.put("C.swift", OLD + "let task: URLSessionDataTask")
        self.assertRegex("\n".join(self.notes()), r"^A.swift:3: on Linux, .*; the same applies to 2 more files$")
        self.put("Package.swift", '"pledge"')
        self.assertEqual((len(self.notes()), self.migrate()[0]), (1, 0))
        self.assertRegex("\n".join(self.notes(path=self.root / "C.swift")), r"^C.swift:2: on Linux, [^;]*; [^;]*$")

    def test_the_import_for_linux_is_not_noted_where_it_is_not_needed(self):
        for text in ("FoundationNetworking", "UIKit"):
            self.put("A.swift", f"{OLD}import {text}\nlet a: URLRequest")
            self.assertEqual(self.notes(), [])
        for text in ("let a: URLRequest", OLD + "let a: URL // URLRequest"):
            self.put("A.swift", text)
            self.assertEqual(self.notes(), [])
        self.put("A.swift", OLD + "let a: URLRequest")
        self.put("Podfile", "pod 'PromiseKit'")
        self.assertEqual(self.notes(), [])


class ManifestTests(TreeTests):
    def test_a_missing_manifest_is_stated(self):
        self.put("A.swift")
        self.put("A.h", "#import <PromiseKit/PromiseKit.h>")
        for options in ([], ["--write"]):
            status, printed = self.migrate("--except", "When", *options)
            self.assertRegex(printed, r"\n\nNo manifest was found here \(Package.swift, .*\): change the one")
            self.assertRegex(printed, r"\n1 place, and a manifest, to change by hand\.")
        (self.root / "A.h").unlink()
        self.assertEqual(self.migrate()[0], 0)

    def test_a_manifest_that_names_something_else_is_stated(self):
        self.put("A.swift")
        self.put("Podfile", "pod 'Alamofire' # pod 'PromiseKit'\npod 'When'")
        self.put("Package.swift", '.package(name: "pledge"), "Pledge" // "PledgePromiseKit"')
        self.assertIn("\n\nNo manifest here names the library or its replacement: ", self.migrate()[1])

    def test_a_manifest_that_names_the_library_or_its_replacement_is_enough(self):
        self.put("A.swift")
        for text in ('"https://github.com/mxcl/PromiseKit"', '"PledgePromiseKit"'):
            self.put("Package.swift", text)
            self.assertNotIn("anifest", self.migrate()[1])

    def test_no_manifest_is_needed_where_no_library_is_used(self):
        self.put("A.swift", "import Foundation")
        self.assertNotIn("anifest", self.migrate()[1])

    def test_a_manifest_has_one_hint_for_each_library_with_all_of_its_lines(self):
        self.put("Package.swift", '\n'.join((
            '.package(url: "https://github.com/mxcl/PromiseKit"),', '"When", "PromiseKit",', '"PromiseKit"',
            '.product(name: "PMKFoundation", package: "Foundation"),',
        )))
        self.put("Podfile", "pod 'PromiseKit'")
        found = "\n".join(self.by_hand())
        self.assertRegex(found, "^Package.swift:1: replace PromiseKit .* products PledgePromiseKit and"
            " PledgePMKFoundation; .*; also lines 2, 3, 4\n")
        self.assertRegex(found, "\nPackage.swift:2: replace When .* product PledgeWhen; [^;]*\n")
        self.assertRegex(found, "\nPodfile:1: replace PromiseKit .* product PledgePromiseKit; [^;]*$")
