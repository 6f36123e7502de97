/// Checks that every item has been answered exactly once and correctly.
struct Audit: Equatable, Sendable {
  private(set) var answered = 0
  private(set) var missing: [Int] = []
  private(set) var repeated: [Int] = []
  private(set) var wrong: [Int] = []
  private(set) var failed: [Int] = []

  /// Compares the expected items with the outcomes.
  init(items: Range<Int>, outcomes: [Outcome]) {
    var seen: Set<Int> = []
    for outcome in outcomes {
      if !seen.insert(outcome.item).inserted { repeated.append(outcome.item) }
      switch outcome.result {
      case .failure: failed.append(outcome.item)
      case .success(let answer) where Self.isRight(answer, for: outcome.item): answered += 1
      case .success: wrong.append(outcome.item)
      }
    }
    missing = items.filter { !seen.contains($0) }
    wrong += seen.subtracting(items).sorted()
  }

  /// Whether no item is missing, repeated, wrong, or failed.
  var isFlawless: Bool {
    missing.isEmpty && repeated.isEmpty && wrong.isEmpty && failed.isEmpty
  }

  private static func isRight(_ answer: Answer, for item: Int) -> Bool {
    answer.item == item && answer.value == Work.result(of: item)
  }
}
