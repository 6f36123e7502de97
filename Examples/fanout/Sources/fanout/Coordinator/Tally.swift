/// The numbers of calls, and the items that needed more than one.
struct Tally: Sendable {
  private(set) var calls = 0
  private(set) var answers = 0
  /// The number of failed calls for each reason.
  private(set) var failures: [String: Int] = [:]
  /// The items with a failed call, after which another one was made.
  private(set) var retried: Set<Int> = []
  /// The items with a second call while the first was silent.
  private(set) var hedged: Set<Int> = []

  private var started: Set<Int> = []
  private var callsOfItems: [Int: Int] = [:]

  /// The number of calls that were discarded, because another one was faster or the run ended.
  var discarded: Int { calls - answers - failures.values.reduce(0, +) }

  /// The reasons of failed calls with their numbers, the most frequent ones first.
  var reasons: [(reason: String, count: Int)] {
    failures.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Records the start of `item`, or of its second calls.
  mutating func start(_ item: Int) {
    if !started.insert(item).inserted { hedged.insert(item) }
  }

  /// Records a call for `item`, and returns the number of earlier ones.
  mutating func call(_ item: Int) -> Int {
    calls += 1
    defer { callsOfItems[item, default: 0] += 1 }
    return callsOfItems[item, default: 0]
  }

  /// Records the result of a call for `item`.
  mutating func end(_ item: Int, _ result: Result<Answer, any Error>) {
    switch result {
    case .success: answers += 1
    case .failure(let error):
      failures["\(error)", default: 0] += 1
      retried.insert(item)
    }
  }
}
