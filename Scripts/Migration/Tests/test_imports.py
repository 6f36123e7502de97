from Tests.trees import TreeTests

# What stands in a file, and what becomes of it.
FORMS = {
    "import PromiseKit": "import PledgePromiseKit",
    "import PromiseKit\n": "import PledgePromiseKit\n",
    "  \timport\t PromiseKit  // why": "  \timport\t PledgePromiseKit  // why",
    "\ufeffimport PromiseKit\r\nimport UIKit\r\n":
        "\ufeffimport PledgePromiseKit\r\nimport UIKit\r\n",
    "import UIKit\rimport When\rfoo()": "import UIKit\rimport PledgeWhen\rfoo()",
    "@testable import PromiseKit": "@testable import PledgePromiseKit",
    "@testable\nimport Promises": "@testable\nimport PledgePromises",
    "@_exported import BrightFutures": "@_exported import PledgeBrightFutures",
    "@_spi(X) @preconcurrency import When": "@_spi(X) @preconcurrency import PledgeWhen",
    "@_implementationOnly import then": "@_implementationOnly import PledgeThen",
    "public import BoltsSwift": "public import PledgeBolts",
    "package import Bolts": "package import PledgeBolts",
    "@preconcurrency internal import Then": "@preconcurrency internal import PledgeThen",
    "private @testable import FBLPromises": "private @testable import PledgePromises",
    "import class PromiseKit.Promise": "import class PledgePromiseKit.Promise",
    "import func PromiseKit.after": "import func PledgePromiseKit.after",
    "import enum PromiseKit . Result": "import enum PledgePromiseKit . Result",
    "import protocol BrightFutures.AsyncType": "import protocol PledgeBrightFutures.AsyncType",
    "import struct BoltsSwift.CancelledError": "import struct PledgeBolts.CancelledError",
    "import var PromiseKit.conf": "import var PledgePromiseKit.conf",
    "import typealias Then.EmptyPromise": "import typealias PledgeThen.EmptyPromise",
    "import `Promises`": "import `PledgePromises`",
    "import A; import PromiseKit;import B": "import A; import PledgePromiseKit;import B",
    "import /* not Promises */ PromiseKit": "import /* not Promises */ PledgePromiseKit",
    "import PMKFoundation": "import PledgePromiseKit",
    "import PromisesTestHelpers": "import PledgePromises",
    "#if canImport(PromiseKit)\n  import PromiseKit\n#endif":
        "#if canImport(PledgePromiseKit)\n  import PledgePromiseKit\n#endif",
    "#if os(iOS) && !canImport( Then ) || DEBUG\n#endif":
        "#if os(iOS) && !canImport( PledgeThen ) || DEBUG\n#endif",
    "#if canImport(PromiseKit.Sub)\n#endif": "#if canImport(PledgePromiseKit.Sub)\n#endif",
    "#if canImport(Then.Sub)\nimport Then\n#endif":
        "#if canImport(PledgeThen.Sub)\nimport PledgeThen\n#endif",
}
# What stays as it is.
OTHERS = [
    "", "\n", "\r\n", "\ufeff", "import", "import ", "import\nimport\n",
    "// import PromiseKit", "/* import PromiseKit */", "/* /* */\nimport PromiseKit */",
    "/// import PromiseKit\nfunc a() {}", 'let a = "import PromiseKit"',
    'let a = """\nimport PromiseKit\n"""', 'let a = #"""\n"\nimport When\n"""#',
    "@Test func `import PromiseKit works`() {}", "let `import` = PromiseKit",
    "import PromiseKitHelpers", "import MyPromises", "import struct App.Promises",
    "import App.Then",
    "import PMKUIKit", "import Hydra", "importPromiseKit", "x.import PromiseKit",
    "func canImport(_ name: String) {}", "#if canImport(UIKit)\n#endif",
    "let t = /import PromiseKit/", "import PledgePromiseKit\n", "import Pledge\nimport RxSwift",
]
# Imports that would say the same twice.
TWICE = {
    "import PromiseKit\nimport PMKFoundation\nfoo()": "import PledgePromiseKit\nfoo()",
    "import PMKFoundation\r\nimport PromiseKit\r\n": "import PledgePromiseKit\r\n",
    "import PromiseKit; import PMKFoundation; import B": "import PledgePromiseKit; import B",
    "import PromiseKit\nimport PMKFoundation; import B": "import PledgePromiseKit\nimport B",
    "import PromiseKit\nimport PMKFoundation  // why": "import PledgePromiseKit\n// why",
    "import PromiseKit\n/* why */ import PMKFoundation\n": "import PledgePromiseKit\n/* why */ \n",
    "import PromiseKit\nimport PMKFoundation": "import PledgePromiseKit\n",
    "import Promises\nimport FBLPromises; import PromisesTestHelpers\nfoo()":
        "import PledgePromises\n\nfoo()",
    "import Promises\n@testable import Promises\nimport PromisesTestHelpers":
        "@testable import PledgePromises\n",
    "import PledgePromiseKit\nimport PromiseKit\n": "import PledgePromiseKit\n",
    "import PromiseKit\nimport PledgePromiseKit\n": "import PledgePromiseKit\n",
    "import Bolts\nimport BoltsSwift\n": "import PledgeBolts\n",
    "public import PromiseKit\nimport PMKFoundation\n": "public import PledgePromiseKit\n",
    # Whoever asks for more keeps it.
    "internal import PromiseKit\nimport PMKFoundation\n": "import PledgePromiseKit\n",
    "@testable import PromiseKit\n@_exported import PMKFoundation\n":
        "@testable import PledgePromiseKit\n@_exported import PledgePromiseKit\n",
    "import PromiseKit\n@_exported import PMKFoundation\n": "@_exported import PledgePromiseKit\n",
    "import PromiseKit\nimport class PromiseKit.Promise\n":
        "import PledgePromiseKit\nimport class PledgePromiseKit.Promise\n",
    "@_implementationOnly import PromiseKit\nimport PMKFoundation\n":
        "@_implementationOnly import PledgePromiseKit\nimport PledgePromiseKit\n",
    "import PMKFoundation\n@_spiOnly import PromiseKit\n":
        "import PledgePromiseKit\n@_spiOnly import PledgePromiseKit\n",
    "@_implementationOnly import PromiseKit\n@_implementationOnly import PMKFoundation\n":
        "@_implementationOnly import PledgePromiseKit\n",
    # A comment stays, with its import.
    "@preconcurrency import Promises\n@preconcurrency // FIXME\nimport /* why */ FBLPromises":
        "@preconcurrency // FIXME\nimport /* why */ PledgePromises",
    # A condition may be false.
    "#if A\nimport PromiseKit\n#else\nimport PMKFoundation\n#endif":
        "#if A\nimport PledgePromiseKit\n#else\nimport PledgePromiseKit\n#endif",
    "#if A\nimport PMKFoundation\n#endif\nimport PromiseKit\n":
        "#if A\n#endif\nimport PledgePromiseKit\n",
    "import PromiseKit\n#if A\n#if B\nimport PMKFoundation\n#endif\n#endif\n":
        "import PledgePromiseKit\n#if A\n#if B\n#endif\n#endif\n",
    "#if A\nimport PromiseKit\n#if B\nimport PMKFoundation\n#endif\n#endif\n":
        "#if A\nimport PledgePromiseKit\n#if B\n#endif\n#endif\n",
}


class ImportTests(TreeTests):
    def test_every_form_of_an_import_is_rewritten_and_nothing_else_on_its_line(self):
        for before, after in FORMS.items():
            with self.subTest(before):
                self.assertEqual(self.rewritten(before), after)

    def test_what_is_no_import_of_an_old_module_stays_byte_for_byte(self):
        for text in OTHERS:
            with self.subTest(text):
                self.assertEqual(self.rewritten(text), text)

    def test_no_import_arises_twice(self):
        for before, after in TWICE.items():
            with self.subTest(before):
                self.assertEqual(self.rewritten(before), after)

    def test_a_second_run_changes_nothing(self):
        for before in (*FORMS, *OTHERS, *TWICE):
            with self.subTest(before):
                once = self.rewritten(before)
                self.assertEqual(self.rewritten(once), once)
