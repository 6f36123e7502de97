/// A call to be made.
struct Assignment: Equatable, Sendable {
  let number: Int
  let item: Int
  let worker: Int
  /// The number of earlier calls for the item.
  let earlier: Int
}

/// Assigns items to workers, and records their calls.
struct Dispatch: Sendable {
  var pool: Pool
  private(set) var ledger = Ledger()

  init(workers: Int, _ state: Presence.State = .present) {
    pool = Pool(workers: workers, state)
  }

  /// Assigns `item` to a worker, preferably one to which it has not been assigned.
  ///
  /// Returns `nil` if none is present.
  mutating func assign(_ item: Int) -> Assignment? {
    let earlier = ledger.calls(for: item)
    guard let worker = pool.take(avoiding: Set(earlier.map(\.worker))) else { return nil }
    return begin(item, on: worker, earlier.isEmpty ? .first : .retry, earlier.count)
  }

  /// Assigns `item` to one more worker in addition to the current ones.
  ///
  /// If only one worker is present, it is asked again, because most silences are those of one call.
  /// Returns `nil` if the item has no current call, or if this attempt has assigned it to every one
  /// of several workers.
  mutating func hedge(_ item: Int) -> Assignment? {
    let earlier = ledger.calls(for: item)
    guard earlier.contains(where: { $0.fate == .pending }) else { return nil }
    let attempt = earlier[(earlier.lastIndex { $0.reason != .hedge } ?? 0)...]
    let unused = pool.takeOther(than: Set(earlier.map(\.worker)))
    let other = unused ?? pool.takeOther(than: Set(attempt.map(\.worker)))
    guard let worker = other ?? pool.takeOnly() else { return nil }
    return begin(item, on: worker, .hedge, earlier.count)
  }

  /// Records the end of a call.
  ///
  /// Only the first end counts.
  mutating func end(_ assignment: Assignment, _ fate: Ledger.Fate) {
    guard ledger.end(assignment.number, fate) else { return }
    pool.release(assignment.worker)
    if fate == .failed(.gone) { pool.wasGone(assignment.worker) }
  }

  private mutating func begin(
    _ item: Int,
    on worker: Int,
    _ reason: Ledger.Reason,
    _ earlier: Int
  ) -> Assignment {
    let number = ledger.begin(item, on: worker, because: reason)
    return Assignment(number: number, item: item, worker: worker, earlier: earlier)
  }
}

extension Assignment {
  /// Returns `answer` if it counts: it has to be in time and for the requested item.
  func check(_ answer: Answer, isInTime: Bool) throws(CallFailure) -> Answer {
    guard isInTime else {
      throw CallFailure(worker: worker, kind: .late, detail: "answered after its deadline")
    }
    guard answer.item == item else {
      throw CallFailure(worker: worker, kind: .broken, detail: "answered for \(answer.item)")
    }
    return answer
  }
}
