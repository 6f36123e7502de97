/// Every call that was made, in the order of their beginnings.
struct Ledger: Sendable {
  /// Why a call was made.
  enum Reason: Sendable {
    case first, retry, hedge
  }

  /// How a call ended.
  enum Fate: Equatable, Sendable {
    case pending, answered, discarded
    case failed(CallFailure.Kind)
  }

  struct Call: Sendable {
    let item: Int
    let worker: Int
    let reason: Reason
    var fate = Fate.pending
  }

  private(set) var calls: [Call] = []
  private var numbers: [Int: [Int]] = [:]

  /// The calls for `item`, the first one first.
  func calls(for item: Int) -> [Call] { numbers[item, default: []].map { calls[$0] } }

  /// The items in the order in which they were begun.
  var items: [Int] { calls.filter { $0.reason == .first }.map(\.item) }

  /// Notes a call, and returns its number.
  mutating func begin(_ item: Int, on worker: Int, because reason: Reason) -> Int {
    calls.append(Call(item: item, worker: worker, reason: reason))
    numbers[item, default: []].append(calls.count - 1)
    return calls.count - 1
  }

  /// Notes how a call ended, and tells whether that was not known: the first end counts.
  mutating func end(_ number: Int, _ fate: Fate) -> Bool {
    guard calls[number].fate == .pending else { return false }
    calls[number].fate = fate
    return true
  }
}
