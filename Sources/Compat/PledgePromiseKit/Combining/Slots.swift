internal import Pledge
internal import PledgeSupport

/// The slots of a combination that creates its members one by one.
///
/// A broken member keeps its slot, like a pending one. Once all members are broken or fulfilled and
/// no further member can be created, the combination is broken.
final class Slots<Value: Sendable>: Sendable {
  private struct BrokenMember {
    /// A promise that stays pending in the slot of the member.
    let standIn = Pledge.Promise<Value>()
    let error: any Error
  }

  private struct State {
    /// The number of pending members.
    var pending = 0
    var broken: [BrokenMember] = []
    /// Whether all members have been created.
    var isClosed = false
  }

  private let count: Int
  private let state = Locked(State())

  /// Creates `count` free slots.
  init(count: Int) {
    self.count = count
  }

  /// Occupies a slot with `member`.
  ///
  /// - Returns: A promise that settles like `member`, or stays pending if `member` is broken. A
  ///   rejection ends the combination.
  func occupy(until member: Pledge.Future<Value>) -> Pledge.Promise<Value> {
    state.withLock { $0.pending += 1 }
    return member.map { value in
      self.update { $0.pending -= 1 }
      return value
    }
    .flatMapError { error in
      guard error is BrokenPromise else { throw error }
      let member = BrokenMember(error: error)
      self.update { state in
        state.pending -= 1
        state.broken.append(member)
      }
      return member.standIn
    }
  }

  /// Records that all members have been created.
  func close() {
    update { $0.isClosed = true }
  }

  /// Changes the state, and breaks the combination if it can no longer proceed.
  private func update(_ change: (inout State) -> Void) {
    let last = state.withLock { state -> BrokenMember? in
      change(&state)
      let canProceed = state.pending > 0 || !state.isClosed && state.broken.count < count
      return canProceed ? nil : state.broken.last
    }
    if let last { last.standIn.reject(last.error) }
  }
}
