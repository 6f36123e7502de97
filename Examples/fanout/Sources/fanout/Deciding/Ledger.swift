/// All calls, in the order in which they started.
struct Ledger: Sendable {
  /// The reason for a call.
  enum Reason: Sendable {
    case first, retry, hedge
  }

  /// The end of a call.
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

  /// Returns the calls for `item`, the first one first.
  func calls(for item: Int) -> [Call] { numbers[item, default: []].map { calls[$0] } }

  /// The items in the order in which they were started.
  var items: [Int] { calls.filter { $0.reason == .first }.map(\.item) }

  /// Records a call and returns its number.
  mutating func begin(_ item: Int, on worker: Int, because reason: Reason) -> Int {
    calls.append(Call(item: item, worker: worker, reason: reason))
    numbers[item, default: []].append(calls.count - 1)
    return calls.count - 1
  }

  /// Records the end of a call, and returns whether it is the first one.
  ///
  /// Others are ignored.
  mutating func end(_ number: Int, _ fate: Fate) -> Bool {
    guard calls[number].fate == .pending else { return false }
    calls[number].fate = fate
    return true
  }
}
