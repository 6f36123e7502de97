/// The calls that each of two or three tasks makes, by their indices.
typealias Scenario = [[Int]]

/// The scenarios that are tried, small ones first, in an order that a seed determines.
///
/// First, each two kinds of calls are made at the same time. All others are random, with more calls
/// the more have been tried.
struct Scenarios {
  private var generator: SplitMix64
  /// The calls of each kind: those of an operation, and its canceled ones.
  private let kinds: [[Int]]
  private(set) var pairs: [[Int]]
  private var seen: Set<Scenario> = []

  init(of kinds: [[Int]], seed: UInt64) {
    (self.kinds, generator) = (kinds, SplitMix64(seed: seed))
    pairs = kinds.indices.flatMap { first in (first..<kinds.count).map { [first, $0] } }
    pairs.shuffle(using: &generator)
  }

  /// Returns the next scenario; `nil` if no other one is found.
  mutating func next() -> Scenario? {
    if let pair = pairs.popLast() { return add(pair.map { [call(of: $0)] }) }
    // All with few calls may have been tried.
    for limit in min(4 + seen.count / 50, 12)...12 where !kinds.isEmpty {
      for _ in 1...100 {
        let counts = (1...draw(2...3)).map { _ in draw(1...4) }
        let scenario = counts.map { count in
          (1...count).map { _ in call(of: draw(0...kinds.count - 1)) }
        }
        if counts.reduce(0, +) <= limit, let new = add(scenario) { return new }
      }
    }
    return nil
  }

  private mutating func call(of kind: Int) -> Int { kinds[kind][draw(0...kinds[kind].count - 1)] }

  private mutating func draw(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &generator)
  }

  /// Returns the scenario if it is new, in whatever order its tasks are.
  private mutating func add(_ scenario: Scenario) -> Scenario? {
    let scenario = scenario.sorted { $0.lexicographicallyPrecedes($1) }
    return seen.insert(scenario).inserted ? scenario : nil
  }
}
