import Testing

@testable import Pledge

struct RetryTokensTests {
  @Test func `every short sequence of actions has the balance of a naive model`() {
    var sequences = 0
    for (ratio, reserve) in [(0.5, 0.0), (0.5, 1), (0, 2), (1, 0)] {
      explore(RetryTokens(ratio: ratio, reserve: reserve), Model(), to: 6, &sequences)
    }

    #expect(sequences > 50_000)
  }

  /// Performs every sequence of up to `depth` actions.
  private func explore(
    _ tokens: RetryTokens,
    _ model: Model,
    withdrawn: [Int] = [],
    to depth: Int,
    _ count: inout Int
  ) {
    count += 1
    if depth == 0 { return }
    for action in Model.Action.allCases {
      var (tokens, model, withdrawn) = (tokens, model, withdrawn)
      let granted = model.perform(action, ratio: tokens.ratio, reserve: tokens.reserve)
      switch action {
      case .deposit: tokens.deposit(in: model.now)
      case .withdraw:
        let slice = tokens.withdraw(in: model.now)
        #expect((slice != nil) == granted)
        if let slice { withdrawn.append(slice) }
      case .restore: if let slice = withdrawn.popLast() { tokens.restore(to: slice) }
      case .nextSlice, .mostOfWindow, .goBack: break
      }
      let balance = tokens.balance(in: model.now)
      #expect(balance == Int(max(model.tokens(tokens.ratio, tokens.reserve), 0)))
      explore(tokens, model, withdrawn: withdrawn, to: depth - 1, &count)
    }
  }

  @Test func `a share that has no exact representation is not rounded down`() {
    for percent in 1...99 {
      var tokens = RetryTokens(ratio: Double(percent) / 100, reserve: 0)
      for _ in 0..<100 { tokens.deposit(in: 0) }

      let balance = tokens.balance(in: 0)
      #expect(balance == percent)
    }
  }

  @Test func `an unlimited reserve never ends`() {
    var tokens = RetryTokens(ratio: 0, reserve: .infinity)
    for slice in 0..<100 {
      let isWithdrawn = tokens.withdraw(in: slice) != nil
      #expect(isWithdrawn)
    }
  }

  @Test func `a distant time empties the window`() {
    var tokens = RetryTokens(ratio: 1, reserve: 0)
    tokens.deposit(in: 3)

    let kept = tokens.balance(in: 12)
    #expect(kept == 1)
    let expired = tokens.balance(in: .max)
    #expect(expired == 0)
  }
}

/// Keeps every event, and counts those of the last ten slices.
private struct Model {
  enum Action: CaseIterable {
    case deposit, withdraw, restore, nextSlice, mostOfWindow, goBack
  }

  var now = 0
  private var latest = 0
  private var deposits: [Int] = []
  private var withdrawals: [Int] = []

  func tokens(_ ratio: Double, _ reserve: Double) -> Double {
    let start = latest - 9
    return reserve + Double(deposits.count { $0 >= start }) * ratio
      - Double(withdrawals.count { $0 >= start })
  }

  /// Returns whether a withdrawal succeeds.
  mutating func perform(_ action: Action, ratio: Double, reserve: Double) -> Bool {
    switch action {
    case .nextSlice: now += 1
    case .mostOfWindow: now += 9
    case .goBack: now -= 4
    case .deposit, .withdraw, .restore: break
    }
    latest = max(latest, now)
    if action == .deposit { deposits.append(latest) }
    if action == .restore { _ = withdrawals.popLast() }
    guard action == .withdraw, tokens(ratio, reserve) >= 1 else { return false }
    withdrawals.append(latest)
    return true
  }
}
