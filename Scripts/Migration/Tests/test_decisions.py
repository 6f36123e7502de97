"""Checks decisions that depend on other parts of a file or tree, and on options."""
import libraries
from Tests.trees import NEW, OLD, TreeTests

# Declarations that give the name of a module another meaning.
DECLARATIONS = [
    "struct A<When: View> { var a: When.Body }", "struct A<When, B> {}; When.a",
    "func a<B, When>(_: When.C) {}",
    "protocol A { associatedtype When: B; var c: When.D }", "func a(When: B) { When.c() }",
    "func a(_ When: B) { When.c() }", "let When = 1; When.a()", "var `When`: A { b }; When.a()",
    "enum `When` {}; When.a()", "func When() {}; When.a()",
]
THEN = "import Then\nThen.a\n"
THEIRS = {
    "Podfile": "pod 'Then'", "Cartfile": 'github "devxoul/Then"', "App.podspec": 's.dependency("Then")',
    "Package@swift-6.swift": '.package(url: "https://github.com/devxoul/Then.git")',
    "A.xcodeproj/project.pbxproj": 'repositoryURL = "git@github.com:devxoul/Then";',
}
OURS = {
    "Podfile": "# pod 'Then'\npod 'thenPromise'", "Cartfile": 'github "freshOS/then"',
    "Package.swift": '.product(name: "PledgeThen", package: "pledge") // "devxoul/Then"',
    "Old.swift": "import then", "New.swift": "import PledgeThen",
}


class DecisionTests(TreeTests):
    def test_a_name_that_something_else_has_is_reported_instead_of_rewritten(self):
        for declaration in DECLARATIONS:
            with self.subTest(declaration):
                text = f"import When\n{declaration}"
                self.assertEqual(self.rewritten(text), text.replace("When", "PledgeWhen", 1))
                self.assertRegex("\n".join(self.by_hand()), r"^File.swift:2: When is not rewritten, .*$")

    def test_a_class_of_another_library_comes_before_a_module(self):
        text = "import Promises\nimport PledgeThen\nPromises.race(a, b)"
        self.assertEqual(self.rewritten(text), text.replace("Promises", "PledgePromises", 1))
        self.assertEqual(len(self.by_hand()), 1)

    def test_a_single_file_respects_declarations_and_manifests_beside_it(self):
        types = "import Bolts\nenum When {}\n"
        self.put("Types.swift", types)
        self.put("Podfile", OURS["Podfile"])
        path = self.put("A.swift", "import When\nimport Then\nWhen.a()\n")
        status, report = self.migrate("--write", path=path)
        self.assertEqual(self.text("A.swift"), "import PledgeWhen\nimport PledgeThen\nWhen.a()\n")
        self.assertEqual(self.text("Types.swift"), types)
        self.assertNotIn("Bolts", report)
        self.assertRegex(report, "by hand:\nA.swift:3: When is not rewritten.*\n\n1 place to change")
        (self.root / "Link.swift").symlink_to("A.swift")
        self.assertIn("\nA.swift:3: ", self.migrate(path=self.root / "Link.swift")[1])

    def test_a_common_word_is_a_module_only_beside_its_import(self):
        self.put("Other.swift", "import Promises\nimport When\nimport Bolts\n")
        text = "PromiseKit.a; Promises.a; When.a; Bolts.a"
        self.assertEqual(self.rewritten(text), "Pledge" + text)

    def test_an_excepted_library_stays_and_is_not_reported(self):
        self.put("Podfile", "pod 'When'")
        text = "@testable import When\nimport PromiseKit\nWhen.a"
        self.assertEqual(self.rewritten(text, "--except", "When"), text.replace("Prom", "PledgeProm"))
        self.assertEqual(self.by_hand("--except", "When"), [])
        self.assertEqual(len(self.by_hand()), 2)

    def test_then_by_another_author_stays(self):
        for name, text in THEIRS.items():
            with self.subTest(text):
                path = self.put(name, text)
                self.assertEqual(self.rewritten(THEN), THEN)
                self.assertEqual(self.by_hand(), [])
                path.unlink()

    def test_then_is_recognized_by_its_manifest_or_another_import(self):
        for name, text in OURS.items():
            with self.subTest(text):
                path = self.put(name, text)
                self.assertEqual(self.rewritten(THEN), "import PledgeThen\nPledgeThen.a\n")
                path.unlink()

    def test_then_recognizes_itself_by_its_sources(self):
        self.put("Package.swift", 'targets: [.target(name: "Then"), .testTarget(name: "ThenTests")]')
        for source, is_ours in (("public class Promise<T> {}", True), ("public protocol Then {}", False)):
            self.put("Sources/Then.swift", source)
            self.assertEqual(self.rewritten("import Then"), "import PledgeThen" if is_ours else "import Then")
            self.assertEqual(self.by_hand() == [], not is_ours)

    def test_then_by_an_unknown_author_stays_and_is_reported(self):
        for manifest in ("", 'github "devxoul/Then"\ngithub "freshOS/then"'):
            self.put("Cartfile", manifest)
            self.assertEqual(self.rewritten(THEN), THEN)
            self.assertRegex("\n".join(self.by_hand()), r"^File.swift:1: this can be the promise library or .*$")
            self.assertEqual(self.by_hand("--except", "Then"), [])

    def test_modules_that_return_promises_of_promisekit_are_reported(self):
        reason = "returns promises of PromiseKit and has no replacement"
        self.put("Package.swift", '.executableTarget(\n  name: "Own_PromiseKit")')
        self.put("App.xcodeproj/project.pbxproj", "{\nisa = PBXNativeTarget;\nname = App_PromiseKit;\n}")
        for name, is_reported in {
            "PMKUIKit": True, "AwaitKit": True, "HAKit_PromiseKit": True, "NPMKit": False, "PledgePMKFoundation": False,
            "CancellablePromiseKit": True, "Own_PromiseKit": False, "App_PromiseKit": False,
        }.items():
            with self.subTest(name):
                self.put("A.swift", f"import {name}")
                self.assertRegex("\n".join(self.by_hand()), f"^A.swift:1: {name} {reason}.*$" if is_reported else "^$")

    def test_a_second_module_of_a_library_has_its_own_replacement(self):
        text = f"{OLD}import PMKFoundation\nPMKFoundation.a"
        self.assertEqual(self.rewritten(text), f"{NEW}import PledgePMKFoundation\nPledgePMKFoundation.a")
        self.assertIn('.product(name: "PledgePMKFoundation", package: "pledge"),\n', self.migrate()[1])

    def test_manifests_of_every_kind_are_reported(self):
        for name, text, replacement in (
            ("App.podspec", "Pod::Spec.new do |s|\n  s.ios.dependency('BrightFutures')\n  s.dependency 'RxSwift'", "BrightFutures"),
            ("Podfile", "# pod 'Bolts'\n  pod 'PromiseKit/CorePromise', '~> 8.0' # pod 'When'", "PromiseKit"),
            ("Podfile", "target 'App' do\n  pod \"PromisesObjC\"", "Promises"),
            ("Cartfile", '\ngithub "PromiseKit/Foundation"', "PMKFoundation"),
            ("Package.swift", '\n.product(name: "PMKFoundation", package: "Foundation")', "PMKFoundation"),
            ("Package.swift", '\n.product(name: "PromisesTestHelpers", package: "a")', "PromisesTestHelpers"),
            ("Cartfile.private", 'github "Quick/Quick" # "a/When"\ngit "https://example.com/forks/Bolts-Swift.git"', "Bolts"),
            ("A.xcodeproj/project.pbxproj", '\nrepositoryURL = "https://github.com/a/When";\nproductName = "When";', "When"),
            ("A.xcodeproj/project.pbxproj", 'path = When.framework;\npath = Carthage/Build/iOS/Bolts.framework;', "Bolts"),
            ("A.xcodeproj/project.pbxproj", '\n"$(SRCROOT)/Carthage/Build/Then.xcframework",\n"github "freshOS/Then"', "Then"),
            ("Cartfile", '\ngithub "PromiseKit/UIKit"', None), ("Package.swift", '\n"AwaitKit"', None),
        ):
            with self.subTest(text):
                path = self.put(name, text)
                library = {"PMKFoundation": "PromiseKit", "PromisesTestHelpers": "Promises"}.get(replacement, replacement)
                reason = rf"replace {library} with the package Pledge and its product Pledge{replacement};"
                self.assertRegex(
                    "\n".join(self.by_hand()), rf"^{name}:2: {reason if replacement else '.* has no replacement;'}[^\n]*$"
                )
                path.unlink()

    def test_the_bound_of_a_range_is_a_qualified_name(self):
        text = "import PromiseKit\n0...PromiseKit.a; 0..<PromiseKit.b; 0 ... PromiseKit.c; d.PromiseKit.e"
        own, module = text.rsplit(".PromiseKit")[-1], text.rpartition(".PromiseKit")[0]
        self.assertEqual(self.rewritten(text), module.replace("PromiseKit", "PledgePromiseKit") + f".PromiseKit{own}")

    def test_the_result_of_a_later_when_is_reported(self):
        for line, is_reported in (
            ("let a: Result<[Int], any Error>", True), ("let a: Result<A.B, Error>?", True),
            ("let a: Result<Int>", False), ("let a: Swift.Result<Int, Error>", False),
        ):
            with self.subTest(line):
                self.put("A.swift", f"import PledgeWhen\n{line}")
                self.assertRegex("\n".join(self.by_hand()), "^A.swift:2: PledgeWhen follows .*$" if is_reported else "^$")

    def test_the_table_agrees_with_the_package(self):
        root = libraries.__file__.rsplit("/", 3)[0]
        with open(f"{root}/Documentation/Moving/README.md") as page:
            self.assertIn(libraries.WRAP.rpartition(", ")[2], page.read())
        with open(f"{root}/README.md") as readme, open(f"{root}/Package.swift") as manifest:
            readme, manifest = readme.read(), manifest.read()
        self.assertIn(libraries.DEPENDENCY.rstrip(","), readme)
        self.assertIn("\n" + libraries.PRODUCT.format("Pledge"), readme)
        for library in libraries.LIBRARIES:
            for module in library.modules.values():
                self.assertIn(f'"{module}"', manifest)
