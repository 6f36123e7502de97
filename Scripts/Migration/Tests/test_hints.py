"""Checks the reports about companions and manifests."""
from Tests.trees import NEW, OLD, TreeTests


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
    def test_its_imports_become_those_of_its_own_replacement(self):
        self.assertEqual(
            self.rewritten(f"{OLD}import PMKFoundation\nPMKFoundation.a"),
            f"{NEW}import PledgePMKFoundation\nPledgePMKFoundation.a",
        )
        self.assertIn('.product(name: "PledgePMKFoundation", package: "pledge"),\n', self.migrate()[1])


class ManifestTests(TreeTests):
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
