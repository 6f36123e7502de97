"""Compiles a product, lists its declarations, and plants problems that must be reported."""
import json
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
/// A pair.
public struct Pair<T> {}
extension Pair: Sendable where T: Sendable {}
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
Box.Side.lid: case lid
Box.find: @discardableResult func find(_ exact: Bool = true) -> Value?
Box.other: func other<T>(_ kind: T.Type) -> T where T : Comparable, Value : Equatable
Derived: @available(*, deprecated, renamed: "Base") final class Derived
Derived: inherits from Base
Int: conforms to Thing
Int.double: var double: Int { get }
Pair: struct Pair<T>
Pair: conforms to Sendable where T : Sendable
Thing: protocol Thing : Sendable
Thing.run: extension func run()
Thing.run: func run()
```
"""


class PageTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.swift('{"products": [{"name": "Kit", "type": {"library": ["automatic"]}}]}')
        self.write(PAGE, "")

    def compile(self, source):
        path = self.write("Sources/A.swift", source)
        graphs = self.root / ".build/symbols/Kit"
        graphs.mkdir(parents=True, exist_ok=True)
        target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["triple"]
        for command in (
            f"swiftc -swift-version 6 -module-name Kit -emit-module {path}",
            f"swift-symbolgraph-extract -module-name Kit -target {target} -I . -output-dir {graphs}"
            " -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols",
        ):
            subprocess.run(command.split(), cwd=self.folder, check=True)

    def test_the_page_lists_every_public_declaration(self):
        self.compile(SOURCE)
        self.expect_failure("\n+Base: open class Base\n", "--last-symbols")
        self.expect_success("--last-symbols", "--write")
        page = (self.root / PAGE).read_text()
        self.assertEqual(page[page.index("## Kit"):], LINES)
        self.expect_success("--last-symbols")
        self.compile(SOURCE.replace("exact: Bool = true", "exact: Bool"))
        self.expect_failure("\n+Box.find: @discardableResult func find(_ exact: Bool)", "--last-symbols")

    def test_another_compiler_and_platform_are_explained(self):
        self.compile(SOURCE)
        self.expect_success("--last-symbols", "--write")
        page = (self.root / PAGE).read_text()
        printer = page.partition("printed by ")[2].partition(". Each")[0]
        self.write(PAGE, page.replace(printer, "Swift 5.0 on plan9"))
        self.expect_failure(f"was written by Swift 5.0 on plan9, and this is {printer}", "--last-symbols")

    def test_missing_documentation_is_reported(self):
        # The standard library documents the requirement `==`, which does not count.
        self.compile(SOURCE.replace("/// Compares two boxes.", "").replace("A base.", ""))
        for place in ("A.swift:24: Box.==", "A.swift:32: Base"):
            problem = f"error: Sources/{place} of Kit is not documented"
            self.expect_failure(problem, "--last-symbols", "--write")

    def test_a_product_without_symbols_is_reported(self):
        self.expect_failure("Kit has no symbol graph of Kit", "--last-symbols")

    def test_symbols_that_cannot_be_written_are_reported(self):
        self.write("Scripts/PublicAPI/symbols", "#!/bin/sh\nexit 2\n")
        self.expect_failure("error: Scripts/PublicAPI/symbols failed")
