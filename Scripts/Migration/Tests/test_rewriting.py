import rewriting
from Tests.trees import TreeTests

PK = "import PromiseKit\n"
NEW_PK = "import PledgePromiseKit\n"
# Code behind an import, and what becomes of it.
QUALIFIED = {
    PK + "let a: PromiseKit.Promise<[PromiseKit.Result<Int>]>":
        NEW_PK + "let a: PledgePromiseKit.Promise<[PledgePromiseKit.Result<Int>]>",
    PK + "PromiseKit\n  .after(seconds: 1)": NEW_PK + "PledgePromiseKit\n  .after(seconds: 1)",
    PK + "extension PromiseKit.Promise {}": NEW_PK + "extension PledgePromiseKit.Promise {}",
    PK + 'log("PromiseKit.conf \\(PromiseKit.conf)")':
        NEW_PK + 'log("PromiseKit.conf \\(PledgePromiseKit.conf)")',
    PK + "// PromiseKit.conf\n/* PromiseKit.a */":
        NEW_PK + "// PromiseKit.conf\n/* PromiseKit.a */",
    PK + "\\PromiseKit.Promise<Int>.value": NEW_PK + "\\PledgePromiseKit.Promise<Int>.value",
    PK + "0...PromiseKit.limit": NEW_PK + "0...PledgePromiseKit.limit",
    PK + "`PromiseKit`.after(seconds: 1)": NEW_PK + "`PledgePromiseKit`.after(seconds: 1)",
    PK + "let a: PromiseKit::Promise<Int>": NEW_PK + "let a: PledgePromiseKit::Promise<Int>",
    PK + "a.PromiseKit::then {}": NEW_PK + "a.PledgePromiseKit::then {}",
    # A file may see a module that another file exports.
    "let a: PromiseKit.Promise<Int>": "let a: PledgePromiseKit.Promise<Int>",
    "import Promises\nPromises.all(a)": "import PledgePromises\nPledgePromises.all(a)",
    "import BrightFutures\nBrightFutures.materialize(a)":
        "import PledgeBrightFutures\nPledgeBrightFutures.materialize(a)",
    "import BoltsSwift\nBoltsSwift.Task(1)": "import PledgeBolts\nPledgeBolts.Task(1)",
    "import When\nWhen.when(a, b)": "import PledgeWhen\nPledgeWhen.when(a, b)",
    "import then\nthen.Promise(1); then.async {}":
        "import PledgeThen\nPledgeThen.Promise(1); PledgeThen.async {}",
    "import Then\nThen.async {}": "import PledgeThen\nPledgeThen.async {}",
    "import Promises\nimport BoltsSwift\nlet a: Promises.Promise<Int>, b: BoltsSwift.Task<Int>":
        "import PledgePromises\nimport PledgeBolts\n"
        "let a: PledgePromises.Promise<Int>, b: PledgeBolts.Task<Int>",
}
# Code behind an import that says something else than the module.
OTHERS = {
    "import Then\n": "import PledgeThen\n", "import then\n": "import PledgeThen\n",
    PK: NEW_PK, "import When\n": "import PledgeWhen\n",
}
OTHER_CODE = [
    "Promises.whenAll(a)", "then.call()", "a.PromiseKit.conf", "a\n  .Then.b", "MyPromiseKit.a",
    "PromiseKitten.a", "PromiseKit", "[PromiseKit]", "$PromiseKit.a", "#PromiseKit.a", "Bolts.a",
]
# Code in which the name of a module is a name of the user's.
OWN_NAMES = [
    "struct A<When: View, Else: View> { var a: When.Body }", "func a<B, When>(_: When.C) {}",
    "protocol A { associatedtype When: B; var c: When.D }", "func a(When: B) { When.c() }",
    "func a(_ When: B) { When.c() }", "let When = 1; When.a()", "var `When`: A { b }; When.a()",
    "enum `When` {}; When.a()", "extension A where B == C<When> { var d: When.E }",
]


class RewritingTests(TreeTests):
    def test_names_with_their_module_are_rewritten_in_code(self):
        for before, after in QUALIFIED.items():
            with self.subTest(before):
                self.assertEqual(self.rewritten(before), after)

    def test_members_values_and_longer_names_are_no_modules(self):
        for before, after in OTHERS.items():
            for code in OTHER_CODE:
                with self.subTest(before + code):
                    self.assertEqual(self.rewritten(before + code), after + code)

    def test_a_common_word_is_a_module_only_in_a_file_that_imports_it(self):
        self.put("Other.swift", "import Promises\nimport When\nimport Then\nimport Bolts")
        for word in ("Promises", "When", "Then", "Bolts"):
            text = f"import PromiseKit\n{word}.a(); {word}.B()"
            with self.subTest(word):
                self.assertEqual(self.rewritten(text), text.replace("Prom", "PledgeProm", 1))

    def test_the_class_of_then_comes_before_the_module_of_that_name(self):
        text = "import Then\nimport Promises\nPromises.race(a, b)"
        after = "import PledgeThen\nimport PledgePromises\nPromises.race(a, b)"
        self.assertEqual(self.rewritten(text), after)
        self.assertEqual(self.hands(), [])

    def test_a_type_of_the_tree_comes_before_a_module_and_a_hand_has_to_see_to_it(self):
        self.put("Types.swift", "enum When {}")
        text = "import When\nWhen.a()\nWhen::a()"
        self.assertEqual(self.rewritten(text), "import PledgeWhen\nWhen.a()\nPledgeWhen::a()")
        self.put("File.swift", text)
        self.assertEqual(len(self.hands()), 1)
        self.assertRegex(self.hands()[0], "^File.swift:2: When is left alone, as something")

    def test_whatever_else_is_called_so_comes_before_a_module_too(self):
        for code in OWN_NAMES:
            with self.subTest(code):
                text = f"import When\n{code}"
                self.assertEqual(self.rewritten(text), text.replace("When", "PledgeWhen", 1))
                self.assertEqual(len(self.hands()), 1)

    def test_what_is_called_then_is_told_by_its_members(self):
        text = "import then\nfunc a(then: B, c: D) { let then = then; then.e() }\nthen.Promise(1)"
        after = "import PledgeThen" + text[len("import then") : -len("then.Promise(1)")]
        self.assertEqual(self.rewritten(text), after + "PledgeThen.Promise(1)")

    def test_an_import_of_one_declaration_declares_none(self):
        text = "import func When.a\nimport class `When`.B\nWhen.c()"
        self.assertIn("\nPledgeWhen.c()", self.rewritten(text))

    def test_a_single_file_knows_the_types_of_those_beside_it(self):
        self.put("Types.swift", "enum When {}")
        self.put("Other.swift", b"\xff")
        path, folder = self.put("A.swift", "import When\nWhen.a()"), self.root
        self.root = path
        self.assertEqual(len(self.hands("--write")), 1)
        self.root = folder
        self.assertEqual(self.text("A.swift"), "import PledgeWhen\nWhen.a()")
        self.assertEqual(self.text("Types.swift"), "enum When {}")

    def test_no_two_edits_are_made_of_the_same_place(self):
        with self.assertRaisesRegex(AssertionError, "two edits at 2"):
            rewriting.applied("abcd", [(0, 3, "x"), (2, 4, "y")])
        self.assertEqual(rewriting.applied("abcd", [(0, 3, ""), (2, 4, "")]), "")

    def test_an_excepted_library_stays(self):
        text = "import Then\nimport PromiseKit\nThen.async {}; PromiseKit.conf"
        after = "import Then\nimport PledgePromiseKit\nThen.async {}; PledgePromiseKit.conf"
        self.assertEqual(self.rewritten(text, "--except", "Then"), after)
