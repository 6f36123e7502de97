from unittest import mock

import hands
import scanner
from Tests.trees import TreeTests

# Code that needs a hand: the file, the text, and what is said of it.
PLACES = [
    ("A.swift", "\n@testable import PromiseKit",
        "A.swift:2: what @testable shows of PledgePromiseKit is not what it"),
    ("A.swift", "@_spi(X) import Then", "A.swift:1: what @_spi(X) shows of PledgeThen"),
    ("A.swift", "import PromiseKit\nlet a: AnyPromise", "A.swift:2: AnyPromise is for Objective-C"),
    ("A.swift", "import PromiseKit\nlet a: PMKPromise?",
        "A.swift:2: PMKPromise is for Objective-C"),
    ("A.swift", "import FBLPromises\nlet a: FBLPromise<B>", "A.swift:2: FBLPromise is for Obj"),
    ("A.swift", "import Promises\na.asObjCPromise()",
        "A.swift:2: asObjCPromise is for Objective-C"),
    ("A.swift", "import Bolts\nlet a: BFTask<B>", "A.swift:2: BFTask is for Objective-C"),
    ("A.swift", "import Bolts\nBFTaskCompletionSource()", "A.swift:2: BFTaskCompletionSource is"),
    ("A.swift", "import Bolts\nBolts.version()", "A.swift:2: there is no class Bolts"),
    ("A.swift", "import PromiseKit\nafter(life: a)", "A.swift:2: after(life:) is not here"),
    ("A.swift", "import PromiseKit\na.observe(.promise, keyPath: #keyPath(A.b))",
        "A.swift:2: observe(.promise, keyPath:) takes a key path of Swift"),
    ("A.swift", "import BrightFutures\nextension Async { func a() {} }",
        "A.swift:2: what is added to Async has to say nonisolated"),
    ("A.swift", "import PMKUIKit", "A.swift:1: there is no PMKUIKit here"),
    ("A.swift", "import PromiseKit; import PMKAlamofire",
        "A.swift:1: there is no PMKAlamofire here"),
    ("A.swift", "import class PMKMapKit.A", "A.swift:1: there is no PMKMapKit here"),
    ("A.swift", "import PromiseKit\nfinal class Load: Promise<Int> {",
        "A.swift:2: Load is a subclass: Promise of PledgePromiseKit is final"),
    ("A.swift", "import When\nclass Load<A: B>: When.Promise<A> {",
        "A.swift:2: Load is a subclass: Promise of PledgeWhen is open, too"),
    ("A.swift", "import BrightFutures\nclass A: Async<Int>, B {",
        "A.swift:2: A is a subclass: Async"),
    ("A.swift", "import BoltsSwift\nclass A: TaskCompletionSource<Int> {",
        "A.swift:2: A is a subc"),
    ("A.swift", "import Promises\nextension Promise where B {\n  func a()\n  @objc func b() {}\n}",
        "A.swift:4: @objc in an extension of Promise"),
    ("A.swift", "import PromiseKit\n@objc public\nextension Guarantee {}",
        "A.swift:2: @objc in an"),
    ("A.swift", "#if canImport(PromiseKit, _version: 6)\n#endif",
        "A.swift:1: this asks for a version"),
    ("A.swift", 'let a = b\n... /"""/\nimport PromiseKit', "A.swift:2: here begins what is"),
    ("A.m", "\n#import <PromiseKit/PromiseKit.h>",
        "A.m:2: Objective-C does not see PledgePromiseKit"),
    ("A.m", '#import "AnyPromise.h"', "A.m:1: Objective-C does not see PledgePromiseKit"),
    ("A.mm", '#import "FBLPromise+Then.h"', "A.mm:1: Objective-C does not see PledgePromises"),
    ("A.h", "@import FBLPromises;", "A.h:1: Objective-C does not see PledgePromises"),
    ("A.pch", "#include <Bolts/Bolts.h>", "A.pch:1: Objective-C does not see PledgeBolts"),
    ("A.h", '#import "Bolts/BFTask.h"', "A.h:1: Objective-C does not see PledgeBolts"),
    ("A.h", "#if __has_include(<PromiseKit/PromiseKit.h>)",
        "A.h:1: Objective-C does not see Pledge"),
    ("A.m", "@import PMKUIKit;", "A.m:1: Objective-C does not see PledgePromiseKit"),
]
# Code that needs none.
OTHERS = [
    ("A.swift", "let a: AnyPromise, b: BFTask, c: FBLPromise"),
    ("A.swift", "class Load: Promise<Int> {}\n@objc extension Promise {}"),
    ("A.swift", "import PromiseKit\n// AnyPromise\nlet a = \"AnyPromise\""),
    ("A.swift", "import PromiseKit\nclass var a: Promise<A> { b }"),
    ("A.swift", "import PromiseKit\nclass A: B { @objc var c = 1 }"),
    ("A.swift", "import PromiseKit\nextension Promise { func a() {} }\n@objc class A {}"),
    ("A.swift", "import PromiseKit\nclass A: Promise.B {}\nclass C: Promises {}"),
    ("A.swift", "@testable import App\nimport PromiseKit"),
    ("A.swift", "@testable import Promises\n@testable import PledgePromises"),
    ("A.swift", "import PMKFoundation\nimport FBLPromises"),
    ("A.swift", "#if canImport(UIKit, _version: 6)\n#endif"),
    ("A.swift", 'let a = """\nimport Foundation'), ("A.swift", 'let a = "Promises"\nlet b = """'),
    ("A.m", "// #import <PromiseKit/PromiseKit.h>\n/*\n@import Bolts;\n*/\n#import \"Promise.h\""),
    ("A.m", 'NSString *a = @"//"; /* " */ #import <UIKit/UIKit.h>'),
]


class HandTests(TreeTests):
    def test_what_needs_a_hand_is_named_with_its_line(self):
        for name, text, said in PLACES:
            with self.subTest(text):
                path = self.put(name, text)
                found = self.hands()
                self.assertEqual(len(found), 1, found)
                self.assertEqual(found[0][: len(said)], said)
                path.unlink()

    def test_it_is_named_again_when_all_is_rewritten(self):
        for name, text, said in PLACES:
            with self.subTest(text):
                path = self.put(name, text)
                self.assertEqual(self.hands("--write"), self.hands())
                path.unlink()

    def test_nothing_else_is_named(self):
        for name, text in OTHERS:
            with self.subTest(text):
                path = self.put(name, text)
                self.assertEqual(self.hands(), [])
                path.unlink()

    def test_an_import_in_another_file_tells_whose_name_it_is(self):
        self.put("Bridging.h", "#import <PromiseKit/PromiseKit.h>")
        self.put("A.swift", "let a: AnyPromise")
        self.assertEqual(len(self.hands()), 2)
        self.assertEqual(self.hands("--except", "PromiseKit"), [])

    def test_the_lines_and_the_brackets_of_a_file_are_counted_once(self):
        text = "import PromiseKit\n" + "let a: AnyPromise\nextension Promise { @objc }\n" * 100
        self.put("A.swift", text)
        for module, name in ((scanner, "line_ends"), (hands, "ends_of_bodies")):
            counted = mock.patch.object(module, name, wraps=getattr(module, name))
            with self.subTest(name), counted as count:
                self.assertEqual(len(self.hands()), 200)
                self.assertEqual(count.call_count, 1)

    def test_an_extension_that_never_ends_has_no_body(self):
        self.put("A.swift", "import PromiseKit\nextension Promise {\n@objc func a() {}\n")
        self.assertEqual(self.hands(), [])

    def test_a_file_that_keeps_the_library_can_be_excepted(self):
        self.put("A.m", "#import <PromiseKit/PromiseKit.h>")
        self.assertIn("keep PromiseKit, and run this with --except PromiseKit", self.hands()[0])
        self.assertEqual(self.hands("--except", "PromiseKit"), [])

    def test_lines_are_those_that_the_file_has(self):
        self.put("A.swift", "import PromiseKit\nimport PMKFoundation\nlet a: AnyPromise")
        self.assertRegex(self.hands()[0], "^A.swift:3: ")
        self.assertRegex(self.hands("--write")[0], "^A.swift:2: ")
