"""Compiles a product, lists its declarations, and plants what the list has to report."""
import subprocess

from Tests.repository import PAGE, RepositoryTests

SOURCE = """
/// A thing.
public protocol Thing: Sendable {
  /// Runs.
  func run()
}
extension Thing {
  /// Runs by default.
  public func run() {}
}
/// A box.
public struct Box<Value: Sendable> {
  /// A side of a box.
  public enum Side: Int {
    /// The lid.
    case lid
  }
  /// Finds a value.
  @discardableResult public func find(_ exact: Bool = true) -> Value? { nil }
  func hidden() {}
}
extension Box: Equatable where Value: Equatable {
  /// Compares two boxes.
  public static func == (left: Self, right: Self) -> Bool { true }
  /// Finds another value.
  public func other<T>(_ kind: T.Type) -> T where T: Comparable { fatalError() }
}
/// A base.
open class Base {}
/// A derived class.
@available(*, deprecated, renamed: "Base") public final class Derived: Base {}
extension Int: Thing {
  /// Doubles it.
  public var double: Int { 2 * self }
}
/// Adds.
public func +++ (left: Int, right: Int) -> Int { left + right }
infix operator +++
"""
LINES = """## Kit

```swift
+++: func +++ (left: Int, right: Int) -> Int
Base: open class Base
Box: struct Box<Value> where Value : Sendable
Box: conforms to Equatable where Value : Equatable
Box.==: static func == (left: Box<Value>, right: Box<Value>) -> Bool where Value : Equatable
Box.Side: enum Side
Box.Side: conforms to Equatable
Box.Side: conforms to Hashable
Box.Side: conforms to RawRepresentable
Box.Side: conforms to Sendable
Box.Side.lid: case lid
Box.find: @discardableResult func find(_ exact: Bool = true) -> Value?
Box.other: func other<T>(_ kind: T.Type) -> T where T : Comparable, Value : Equatable
Derived: @available(*, deprecated, renamed: "Base") final class Derived
Derived: inherits from Base
Int: conforms to Thing
Int.double: var double: Int { get }
Thing: protocol Thing : Sendable
Thing.run: extension func run()
Thing.run: func run()
```
"""


class PageTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.swift('{"products": [{"name": "Kit", "type": {"library": ["automatic"]}}]}')
        self.compile(SOURCE)

    def compile(self, source):
        path = self.write("Sources/A.swift", source)
        graphs = self.root / ".build/symbols/Kit"
        graphs.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["swiftc", "-swift-version", "6", "-module-name", "Kit", "-emit-module", "-emit-symbol-graph",
             "-emit-symbol-graph-dir", graphs, "-emit-extension-block-symbols",
             "-symbol-graph-minimum-access-level", "public", "-symbol-graph-skip-synthesized-members", path],
            cwd=self.folder, check=True,
        )

    def test_the_page_lists_every_public_declaration(self):
        self.expect_success("--last-symbols", "--write")
        page = (self.root / PAGE).read_text()
        self.assertEqual(page[page.index("## Kit"):], LINES)
        self.expect_success("--last-symbols")

    def test_a_page_that_differs_from_the_api_is_reported(self):
        self.expect_failure("\n+Base: open class Base\n", "--last-symbols")
        self.expect_success("--last-symbols", "--write")
        self.compile(SOURCE.replace("exact: Bool = true", "exact: Bool"))
        self.expect_failure("\n+Box.find: @discardableResult func find(_ exact: Bool)", "--last-symbols")

    def test_another_compiler_and_platform_are_explained(self):
        self.expect_success("--last-symbols", "--write")
        page = (self.root / PAGE).read_text()
        printer = page.partition("printed by ")[2].partition(". Each")[0]
        self.write(PAGE, page.replace(printer, "Swift 5.0 on plan9"))
        self.expect_failure(f"was written by Swift 5.0 on plan9, and this is {printer}", "--last-symbols")

    def test_missing_documentation_is_reported(self):
        for comment, problem in {
            "/// A base.": "A.swift:29: Base of Kit is not documented",
            "/// Doubles it.": "A.swift:34: Int.double of Kit is not documented",
            # The standard library has a comment on what this implements.
            "/// Compares two boxes.": "A.swift:24: Box.== of Kit is not documented",
        }.items():
            with self.subTest(comment):
                self.compile(SOURCE.replace(comment, "/// "))
                self.expect_failure(f"error: Sources/{problem}", "--last-symbols", "--write")

    def test_a_product_without_symbols_is_reported(self):
        self.swift('{"products": [{"name": "Other", "type": {"library": ["automatic"]}}]}')
        self.expect_failure("Other has no symbol graph of Other", "--last-symbols")

    def test_symbols_that_cannot_be_written_are_reported(self):
        self.write("Scripts/PublicAPI/symbols", "#!/bin/sh\nexit 2\n")
        self.expect_failure("error: Scripts/PublicAPI/symbols failed")
