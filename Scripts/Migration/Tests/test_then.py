from Tests.trees import TreeTests

IMPORT = "import Then\nThen.a\n#if canImport(Then)\n#endif\n"
# Entries for the library of that name without promises.
OTHERS = [
    ("Podfile", "pod 'Then'"),
    ("Cartfile", 'github "devxoul/Then"'),
    ("Package.swift", '.package(url: "https://github.com/devxoul/Then.git")'),
    ("Package.swift", '.package(id: "devxoul.Then", from: "3.0.0")'),
    ("App.podspec", "s.dependency 'Then', '~> 3'"),
    ("App.podspec", 's.ios.dependency("Then")'),
    ("App.xcodeproj/project.pbxproj", 'repositoryURL = "https://github.com/devxoul/Then";'),
]
OURS = [
    ("Podfile", "pod 'thenPromise'"),
    ("Cartfile", 'github "freshOS/then"'),
    ("Package.swift", '.package(url: "https://github.com/freshOS/Then.git")'),
    ("Package.swift", '.product(name: "PledgeThen", package: "pledge")'),
    ("Old.swift", "import then"),
    ("New.swift", "import PledgeThen"),
]


class ThenTests(TreeTests):
    def setUp(self):
        super().setUp()
        (self.root.parent / "Cartfile").unlink()

    def test_the_then_of_another_author_stays(self):
        for name, entry in OTHERS:
            with self.subTest(entry):
                path = self.put(name, f"\n{entry}")
                self.assertEqual(self.rewritten(IMPORT), IMPORT)
                self.assertEqual(self.rewritten("import then\n"), "import PledgeThen\n")
                status, printed = self.migrate()
                self.assertEqual(status, 0)
                self.assertIn(f"{name}:2: this Then is another library's", printed)
                path.unlink()

    def test_an_entry_above_the_tree_tells_of_it_up_to_the_repository(self):
        self.put("File.swift", IMPORT)
        self.put("../App.xcodeproj/project.pbxproj", "git@github.com:devxoul/Then.git")
        self.assertEqual(self.rewritten(IMPORT), IMPORT)
        self.assertEqual(self.hands(), [])
        self.put("../App.xcodeproj/project.pbxproj")
        (self.root / ".git").mkdir()
        self.put("../Podfile", "pod 'Then'")
        self.assertEqual(len(self.hands()), 1)

    def test_the_nearest_entry_counts(self):
        self.put("../Podfile", "pod 'Then'")
        self.put("Podfile", "pod 'thenPromise'")
        self.assertIn("import PledgeThen\n", self.rewritten(IMPORT))

    def test_the_entry_beside_a_single_file_counts(self):
        self.put("Podfile", "pod 'Then'")
        self.put("A.swift", IMPORT)
        self.root /= "A.swift"
        self.assertEqual(self.migrate("--write")[0], 0)
        self.assertEqual(self.root.read_text(), IMPORT)

    def test_the_promise_library_is_told_by_its_entry_or_by_another_file(self):
        for name, entry in OURS:
            with self.subTest(entry):
                path = self.put(name, entry)
                self.assertIn("import PledgeThen\nPledgeThen.a", self.rewritten(IMPORT))
                path.unlink()

    def test_if_nothing_says_whose_it_is_it_stays_and_needs_a_hand(self):
        self.put("project.yml", "url: https://github.com/devxoul/Then")
        self.assertEqual(self.rewritten("\n" + IMPORT), "\n" + IMPORT)
        said = "File.swift:2: no manifest says whose Then this is, or one names both"
        self.assertEqual([hand[: len(said)] for hand in self.hands()], [said])
        self.assertEqual(self.hands("--except", "Then"), [])

    def test_if_both_are_named_it_stays_and_needs_a_hand(self):
        self.put("Cartfile", 'github "devxoul/Then"\ngithub "freshOS/then"\n')
        self.put("A.swift", "import PledgeThen")
        self.assertEqual(self.rewritten(IMPORT), IMPORT)
        self.assertEqual(len(self.hands()), 2)
