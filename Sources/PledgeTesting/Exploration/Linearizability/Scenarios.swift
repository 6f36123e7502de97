/// The calls that each of two or three tasks makes, by their indices.
typealias Scenario = [[Int]]

/// The scenarios that are tried, small ones first, in an order that a seed determines.
///
/// First, each two kinds of calls are made at the same time. All others are random, with more calls
/// the more have been tried.
struct Scenarios {
  /// The numbers of calls of the tasks.
  private static let shapes = [
    [1, 1], [2, 1], [1, 1, 1], [2, 2], [3, 1], [2, 1, 1], [3, 2], [4, 1], [2, 2, 1], [3, 1, 1],
    [3, 3], [4, 2], [2, 2, 2], [3, 2, 1], [4, 1, 1], [4, 3], [3, 2, 2], [3, 3, 1], [4, 2, 1],
    [4, 4], [3, 3, 2], [4, 2, 2], [4, 3, 1], [3, 3, 3], [4, 3, 2], [4, 4, 1], [4, 3, 3],
    [4, 4, 2], [4, 4, 3], [4, 4, 4],
  ]

  private var generator: SplitMix64
  /// The calls of each kind: those of an operation, and its canceled ones.
  private let kinds: [[Int]]
  private var pairs: [[Int]]
  private var seen: Set<Scenario> = []

  init(of kinds: [[Int]], seed: UInt64) {
    (self.kinds, generator) = (kinds, SplitMix64(seed: seed))
    pairs = kinds.indices.flatMap { first in (first..<kinds.count).map { [first, $0] } }
    pairs.shuffle(using: &generator)
  }

  /// Returns the next scenario; `nil` if no other one is found.
  mutating func next() -> Scenario? {
    if let pair = pairs.popLast() { return add(pair.map { [call(of: $0)] }) }
    // All of small shapes may have been tried.
    for reach in min(6 + seen.count / 50, 30)...30 where !kinds.isEmpty {
      for _ in 1...100 {
        let shape = Self.shapes[Int.random(in: 0..<reach, using: &generator)]
        let scenario = shape.map { count in
          (0..<count).map { _ in call(of: Int.random(in: kinds.indices, using: &generator)) }
        }
        if let new = add(scenario) { return new }
      }
    }
    return nil
  }

  private mutating func call(of kind: Int) -> Int {
    kinds[kind][Int.random(in: kinds[kind].indices, using: &generator)]
  }

  /// Returns the scenario if it is new, in whatever order its tasks are.
  private mutating func add(_ scenario: Scenario) -> Scenario? {
    let scenario = scenario.sorted { $0.lexicographicallyPrecedes($1) }
    return seen.insert(scenario).inserted ? scenario : nil
  }
}
