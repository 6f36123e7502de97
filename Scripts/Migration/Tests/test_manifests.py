from Tests.trees import TreeTests

PACKAGE = """// swift-tools-version:5.9
// .package(url: "https://github.com/google/promises", from: "2.4.0")
let package = Package(name: "App", dependencies: [
  .package(url: "https://github.com/mxcl/PromiseKit.git", from: "8.1.0"),
  .package(name: "Promises", url: "git@github.com:google/promises", from: "2.4.0"),
  .package(url: "https://github.com/apple/swift-nio", from: "2.0.0"),
], targets: [
  .target(name: "App", dependencies: [
    .product(name: "PromiseKit", package: "PromiseKit"), "Promises", "When",
  ]),
  .target(name: "When"),
])
"""
PODFILE = """target 'App' do
  pod 'PromiseKit/CorePromise', '~> 6.8' # pod 'When'
  # pod 'Bolts'
  pod "PromisesObjC"
  pod 'Alamofire'
  pod 'thenPromise'
end
"""
CARTFILE = """github "Thomvis/BrightFutures" ~> 8.0
git "https://example.com/forks/Bolts-Swift.git"
github "PromiseKit/Foundation" # github "vadymmarkov/When"
"""
PROJECT = """
\t\trepositoryURL = "https://github.com/vadymmarkov/When";
\t\tproductName = When;
"""
DEPEND = 'depend on Pledge instead: .package(name: "pledge", path: "../pledge"),'


class ManifestTests(TreeTests):
    def places(self, name, text):
        self.put(name, text)
        return [hand.split(": ", 1) for hand in self.hands()]

    def test_a_package_names_its_dependencies_and_products(self):
        found = self.places("Package.swift", PACKAGE)
        own = "a target of your own is called When"
        self.assertEqual([place for place, _ in found[:2]], ["Package.swift:4", "Package.swift:5"])
        self.assertEqual([reason for _, reason in found[:2]], [DEPEND, DEPEND])
        products = [place + " " + reason.split('"')[1] for place, reason in found[2:5]]
        line = "Package.swift:9 Pledge"
        self.assertEqual(products, [line + "PromiseKit", line + "Promises", line + "When"])
        self.assertEqual(found[5][0], "Package.swift:11")
        self.assertIn(own, found[5][1])
        self.assertEqual(len(found), 6)

    def test_a_package_may_be_told_by_its_identity_or_its_folder(self):
        for entry in (
            'id: "mxcl.PromiseKit", from: "8.0.0"', 'path: "../PromiseKit"', 'path: "../promises/"',
            'name: "Bolts", path: "Vendor/Bolts-Swift"', 'path: "BrightFutures"',
        ):
            with self.subTest(entry):
                found = self.places("Package.swift", f"dependencies: [\n.package({entry})]")
                self.assertEqual(found, [["Package.swift:2", DEPEND]])
        for entry in ('id: "apple.swift-nio"', 'path: "../Shop"', 'path: "When/Shop"'):
            with self.subTest(entry):
                self.assertEqual(self.places("Package.swift", f".package({entry})"), [])

    def test_a_path_a_file_and_a_setting_are_no_dependencies(self):
        for text in (
            '.target(name: "A", path: "When")', '.target(name: "A", exclude: ["B", "When"])',
            '.target(name: "A", sources: ["When"])', '.define("Promises")',
            '.target(name: "A", resources: [.copy("B"), .process("When")])',
            'Package(name: "When")', '.executable(name: "A", targets: ["When"])',
        ):
            with self.subTest(text):
                self.assertEqual(self.places("Package.swift", text), [])
        text = '.target(name: "A", dependencies: ["When"], exclude: ["When"], path: "When")'
        self.assertEqual(len(self.places("Package.swift", text)), 1)

    def test_a_package_for_one_version_of_swift_is_one_too(self):
        self.assertEqual(len(self.places("Package@swift-5.9.swift", PACKAGE)), 6)

    def test_an_excepted_library_may_stay_in_them(self):
        self.put("Package.swift", PACKAGE)
        self.put("Podfile", PODFILE)
        excepted = ("PromiseKit", "Promises", "When", "Then")
        options = [word for name in excepted for word in ("--except", name)]
        self.assertEqual(self.hands(*options), [])

    def test_pods_are_named(self):
        found = self.places("Sub/Podfile", PODFILE)
        self.assertEqual([place for place, _ in found], [f"Sub/Podfile:{n}" for n in (2, 4, 6)])
        for module, (_, reason) in zip(("PromiseKit", "Promises", "Then"), found):
            self.assertIn(f"with its product Pledge{module}, and remove", reason)

    def test_dependencies_of_a_pod_are_named(self):
        text = "Pod::Spec.new do |s|\n  s.ios.dependency('BrightFutures')\n  s.dependency 'When'\n"
        found = self.places("App.podspec", text)
        self.assertEqual([place for place, _ in found], ["App.podspec:2", "App.podspec:3"])

    def test_entries_for_carthage_are_named(self):
        for name in ("Cartfile", "Cartfile.private"):
            found = self.places(name, CARTFILE)
            self.assertEqual([place for place, _ in found], [f"{name}:1", f"{name}:3"])
            (self.root / name).unlink()

    def test_packages_of_an_xcode_project_are_named(self):
        found = self.places("App.xcodeproj/project.pbxproj", PROJECT)
        self.assertEqual([place for place, _ in found], ["App.xcodeproj/project.pbxproj:2"])

    def test_what_the_package_needs_is_said_for_each_module_that_is_used(self):
        self.put("A.swift", "import PromiseKit\nimport When")
        self.put("B.swift", "import PMKFoundation")
        _, printed = self.migrate()
        needs = printed.partition("In Package.swift:\n")[2].partition("\n\n")[0]
        self.assertEqual(needs.splitlines(), [
            '  .package(name: "pledge", path: "../pledge"),',
            "  // and, for the targets that use it:",
            '  .product(name: "PledgePromiseKit", package: "pledge"),  // 2 files',
            '  .product(name: "PledgeWhen", package: "pledge"),        // 1 file',
        ])
