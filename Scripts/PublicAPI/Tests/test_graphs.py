import json
import pathlib
import tempfile
import unittest

import graphs
import page
from Tests.symbols import conformance, graph, membership, symbol


class ReadingTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def put(self, name, *entries, **relations):
        folder = self.root / name.partition("@")[0]
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.symbols.json").write_text(json.dumps(graph(*entries, **relations)))

    def product(self, name="Kit"):
        return graphs.read(self.root, [name])[0]

    def lines(self, name="Kit"):
        text = page.written([self.product(name)])
        return text.partition("```swift\n")[2].partition("\n```")[0].splitlines()

    def test_a_product_without_a_graph_is_an_error(self):
        with self.assertRaisesRegex(graphs.GraphError, "no symbol graph of Kit"):
            self.product()

    def test_a_declaration_is_a_line_and_its_members_are_beneath_it(self):
        self.put(
            "Kit",
            symbol("b", "func b()", "Box"),
            symbol("Box", "struct Box"),
            symbol("a", "var a: Int { get }", "Box"),
            relationships=[membership("b", "Box"), membership("a", "Box")],
        )
        self.assertEqual(self.lines(), ["struct Box", "  var a: Int { get }", "  func b()"])

    def test_what_it_is_named_in_the_source_decides_the_order_and_not_that_of_the_graph(self):
        entries = [symbol("c", "func c()"), symbol("a", "func a()"), symbol("B", "struct B")]
        self.put("Kit", *entries)
        expected = self.lines()
        self.put("Kit", *reversed(entries))
        self.assertEqual(self.lines(), expected)

    def test_a_type_names_what_it_inherits_from_but_not_what_every_type_does(self):
        self.put(
            "Kit",
            symbol("Box", "class Box<T> where T : Sendable"),
            relationships=[
                conformance("Box", "Swift.Sendable"),
                conformance("Box", "Swift.Copyable"),
                conformance("Box", "Other.Thing"),
                conformance("Box", "Kit.Base", kind="inheritsFrom"),
                conformance("Box", "PledgeCore.Cell", kind="inheritsFrom"),
            ],
        )
        line = "class Box<T> : Kit.Base, Other.Thing, Sendable where T : Sendable"
        self.assertEqual(self.lines(), [line])

    def test_a_protocol_says_by_itself_what_it_refines(self):
        self.put(
            "Kit",
            symbol("Thing", "protocol Thing : Sendable", kind="swift.protocol"),
            relationships=[conformance("Thing", "Swift.Sendable")],
        )
        self.assertEqual(self.lines(), ["protocol Thing : Sendable"])

    def test_what_holds_on_a_condition_is_in_an_extension(self):
        condition = [{"kind": "conformance", "lhs": "T", "rhs": "Equatable"}]
        self.put(
            "Kit",
            symbol("Box", "struct Box<T>"),
            symbol("same", "func same()", "Box", extension={"constraints": condition}),
            relationships=[
                membership("same", "Box"),
                conformance("Box", "Swift.Equatable", swiftConstraints=condition),
            ],
        )
        extension = "extension Box : Equatable where T : Equatable"
        self.assertEqual(self.lines(), ["struct Box<T>", extension, "  func same()"])

    def test_what_a_type_asks_for_itself_is_no_condition_nor_what_all_do(self):
        own = [{"kind": "conformance", "lhs": "T", "rhs": "Sendable"}]
        implied = [{"kind": "conformance", "lhs": "T", "rhs": "Copyable"}]
        self.put(
            "Kit",
            symbol("Box", "struct Box<T> where T : Sendable", swiftGenerics={"constraints": own}),
            symbol("f", "func f()", "Box", extension={"constraints": own + implied}),
            relationships=[membership("f", "Box")],
        )
        self.assertEqual(self.lines()[1:], ["  func f()"])

    def test_products_are_in_the_order_of_their_names(self):
        for name in ("Kit", "Box"):
            self.put(name, symbol("a", "func a()"))
        found = graphs.read(self.root, ["Kit", "Box"])
        self.assertEqual([product.name for product in found], ["Box", "Kit"])

    def test_a_default_implementation_is_no_requirement(self):
        self.put(
            "Kit",
            symbol("Thing", "protocol Thing", kind="swift.protocol"),
            symbol("asked", "func f()", "Thing"),
            symbol("given", "func f()", "Thing", extension={}),
            relationships=[membership("asked", "Thing", kind="requirementOf")],
        )
        self.assertEqual(
            self.lines(), ["protocol Thing", "  func f()", "extension Thing", "  func f()"]
        )

    def test_extensions_of_a_foreign_type_are_one_and_name_our_protocols_alone(self):
        self.put("Kit", symbol("Thing", "protocol Thing", kind="swift.protocol"))
        self.put(
            "Kit@Foundation",
            symbol("e1", "extension Date", path="Date", kind="swift.extension"),
            symbol("e2", "extension Date", path="Date", kind="swift.extension"),
            symbol("f", "func f()", "Date"),
            symbol("g", "func g()", "Date"),
            relationships=[
                membership("f", "e1"),
                membership("g", "e2"),
                conformance("e1", "Swift.Hashable"),
                conformance("e1", "Thing"),
            ],
        )
        lines = ["extension Date : Thing", "  func f()", "  func g()", "protocol Thing"]
        self.assertEqual(self.lines(), lines)

    def test_attributes_and_openness_are_shown(self):
        old = {"domain": "*", "isUnconditionallyDeprecated": True, "renamed": "b"}
        since = {"domain": "macOS", "introduced": {"major": 13, "minor": 0}}
        self.put(
            "Kit",
            symbol("a", "@discardableResult func a()", availability=[old]),
            symbol("C", "class C", accessLevel="open", availability=[since]),
        )
        self.assertEqual(
            self.lines(),
            [
                "@available(macOS, introduced: 13.0) open class C",
                '@available(*, deprecated, renamed: "b") @discardableResult func a()',
            ],
        )

    def test_what_the_compiler_wrote_is_left_out(self):
        self.put("Kit", symbol("a", "func a()"), symbol("b", "func b()", location=None))
        self.assertEqual(self.lines(), ["func a()"])
