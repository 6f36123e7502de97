"""Generates the lists of operators of a small module, and plants problems that must be reported."""
from Tests.repository import FEATURES, FUTURE, MODULE, OPERATORS, RepositoryTests, block

REPAIR = "Scripts/api --operators --write"
MAP = """
extension Future {
  @inlinable
  public final func map<U>(_ transform: (Value) -> U) -> Promise<U> { noted() }
  public final func map<U>(on context: some ExecutionContext, _ transform: (Value) -> U) -> Promise<U> {
    func local() -> Promise<U> {}
    return local()
  }
  public final func `catch`(_ body: (any Error) -> Void) {
  }
  final func hidden() -> Promise<Value> {}
  @available(*, unavailable, renamed: "map(_:)")
  public final func map<U>(with transform: (Value) -> U) -> Promise<U> {}
  public struct Nested {
    public func member() -> Promise<Value> {}
  }
}
"""
BOTH = """
public func &&& <A, B>(left: Future<A>, right: Future<B>) -> Promise<(A, B)> {
  all(left, right)
}
"""
# No operators: members of another type of Pledge, and functions that return no promise.
QUEUE = """
public final class Queue: Sendable {
  public func add() -> Promise<Void> {}
}
extension DispatchQueue {
  public func run(_ work: () -> Void) { let other: () -> Int = { 1 } }
}
"""
MANIFEST = r"""
["Operators/Map"]
topics.Transforming = ["Future/map(_:)", "Future/map(on:_:)"]
topics."Handling errors" = ["Future/catch(_:)"]
features.Chaining = [
  'Then: `then` | `load(1).map(\.name)` | PK',
  'Catch | `load(1).catch { print($0) }` | BF',
]

["Both"]
topics.Combining = ["&&&(_:_:)", "Pair"]
features.Combination = ['Pairs | `a &&& b` | EA']
"""
GROUPS = """### Transforming

- ``Future/map(_:)``

### Handling errors

- ``Future/catch(_:)``

### Combining

- ``&&&(_:_:)``
- ``Pair``

"""
METHODS = """### Transforming

- ``map(_:)``
- ``map(on:_:)``

### Handling errors

- ``catch(_:)``

"""
CHAINING = r"""| Feature | Pledge | In |
|---|---|---|
| Then: `then` | `load(1).map(\.name)` | PK |
| Catch | `load(1).catch { print($0) }` | BF |

"""
COMBINATION = """| Feature | Pledge | In |
|---|---|---|
| Pairs | `a &&& b` | EA |

"""


class OperatorsTests(RepositoryTests):
    def setUp(self):
        super().setUp()
        self.write("Sources/Pledge/Operators/Map.swift", MAP)
        self.write("Sources/Pledge/Both.swift", BOTH)
        self.write("Sources/Pledge/Queue.swift", QUEUE)
        self.write(OPERATORS, MANIFEST)
        for page in (MODULE, FUTURE):
            self.write(page, "# Before\n\n" + block("Operators") + "\nAfter\n")
        self.write(FEATURES, block("Chaining") + "\nBetween\n\n" + block("Combination"))

    def expect_page(self, page, text):
        self.assertEqual((self.root / page).read_text(), text)

    def expect_problem(self, message):
        self.expect_failure(message, "--operators")

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def test_the_pages_are_generated_between_their_comments(self):
        self.expect_success("--operators", "--write")
        self.expect_page(MODULE, "# Before\n\n" + block("Operators", GROUPS) + "\nAfter\n")
        self.expect_page(FUTURE, "# Before\n\n" + block("Operators", METHODS) + "\nAfter\n")
        tables = block("Chaining", CHAINING) + "\nBetween\n\n" + block("Combination", COMBINATION)
        self.expect_page(FEATURES, tables)
        self.expect_success("--operators")

    def test_a_page_that_differs_is_reported(self):
        self.expect_success("--operators", "--write")
        self.replace(FUTURE, "- ``catch(_:)``\n", "")
        self.expect_problem(f"{FUTURE}:3: compared with {OPERATORS}, Operators lacks '- ``catch(_:)``': edit")
        self.expect_success("--operators", "--write")
        self.replace(OPERATORS, "| PK'", "| PK N'")
        self.expect_problem(f"{FEATURES}:1: compared with {OPERATORS}, Chaining also has '| Then: ")
        self.expect_problem(REPAIR)

    def test_a_section_without_entries_becomes_empty(self):
        self.write(FEATURES, block("Chaining") + block("Combination") + block("Old", "| a |\n\n"))
        self.expect_problem("Old also has '| a |'")
        self.expect_success("--operators", "--write")
        blocks = block("Chaining", CHAINING), block("Combination", COMBINATION), block("Old")
        self.expect_page(FEATURES, "".join(blocks))

    def test_an_operator_without_an_entry_is_reported(self):
        tap = "extension Future {\n  public final func tap() -> Promise<Value> {}\n}\n"
        self.write("Sources/Pledge/Operators/Tap.swift", tap)
        self.expect_problem(
            f'Sources/Pledge/Operators/Tap.swift:2: tap has no entry in {OPERATORS}: add ["Operators/Tap"]'
        )
        self.expect_problem(REPAIR)

    def test_functions_of_types_of_other_modules_are_operators(self):
        self.write("Sources/Pledge/Fold.swift", "extension Sequence {\n  public func fold(\n"
                   "    _ a: Int\n  ) -> Promise<Int> {\n  }\n}\n")
        self.expect_problem("Sources/Pledge/Fold.swift:2: fold has no entry")

    def test_missing_and_superfluous_symbols_are_reported(self):
        self.replace(OPERATORS, ', "Future/map(on:_:)"', "")
        self.expect_problem(f'{OPERATORS}:2: ["Operators/Map"] lists map 1 times, but its source file '
                            "declares it 2 times: correct topics")
        self.replace(OPERATORS, '"Pair"', '"any(_:)"')
        self.expect_problem('["Both"] lists any 1 times, but its source file declares it 0')

    def test_an_entry_without_source_file_is_reported(self):
        (self.root / "Sources/Pledge/Both.swift").rename(self.root / "Sources/Pledge/Pair.swift")
        self.expect_problem(f'{OPERATORS}:10: ["Both"] has no source file Sources/Pledge/Both.swift')
        self.expect_problem("Sources/Pledge/Pair.swift:2: &&& has no entry")

    def test_an_operator_without_a_feature_is_reported(self):
        self.replace(OPERATORS, "  'Catch | `load(1).catch { print($0) }` | BF',\n", "")
        self.expect_failure(f'{OPERATORS}:2: ["Operators/Map"] has no row in {FEATURES} that uses catch',
                            "--operators", "--write")
        # A row that is not generated is as good, but the name of another library is not.
        self.replace(FEATURES, "Between", "| `catch` | `map` | PK |")
        self.expect_problem("uses catch")
        self.replace(FEATURES, "| `catch` | `map` | PK |", "| Any | `load(1).map {}.catch {}` | PK |")
        self.expect_success("--operators")

    def test_a_table_without_comments_is_reported(self):
        self.replace(OPERATORS, "features.Combination", "features.Combining")
        self.expect_problem(f"{FEATURES}:1: Combining in {OPERATORS} has no place")

    def test_unreadable_entries_are_reported(self):
        self.replace(OPERATORS, "topics.Combining", "topic.Combining")
        self.expect_problem('["Both"] needs topics, and may have features, but nothing else')
        self.replace(OPERATORS, '["Both"]', '["Both"')
        self.expect_problem(f"{OPERATORS}:1: ")

    def test_nothing_is_written_if_an_entry_is_wrong(self):
        self.replace(OPERATORS, '"Pair"', '"any(_:)"')
        self.expect_failure("lists any 1 times", "--operators", "--write")
        self.expect_page(FUTURE, "# Before\n\n" + block("Operators") + "\nAfter\n")
