internal import Pledge

internal import class PledgeCore.Locked

/// The places of a combination that makes its members one by one.
///
/// A broken member keeps its place, as a pending one does. Once all members are broken or fulfilled and
/// no other one can be made, the combination is broken.
final class Places<Value: Sendable>: Sendable {
  private struct BrokenMember {
    /// What stays pending in the place of the member.
    let standIn = Pledge.Promise<Value>()
    let error: any Error
  }

  private struct State {
    /// How many members are pending.
    var pending = 0
    var broken: [BrokenMember] = []
    /// Whether all members have been made.
    var isClosed = false
  }

  private let count: Int
  private let state = Locked(State())

  /// Creates `count` free places.
  init(count: Int) {
    self.count = count
  }

  /// Takes a place for `member`.
  ///
  /// - Returns: A promise that settles as `member` does, or stays pending if `member` is broken. A
  ///   rejection is the end of the combination.
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

  /// Notes that all members have been made.
  func close() {
    update { $0.isClosed = true }
  }

  /// Changes the state, and breaks the combination if nothing can go on.
  private func update(_ change: (inout State) -> Void) {
    let last = state.withLock { state -> BrokenMember? in
      change(&state)
      let canGoOn = state.pending > 0 || !state.isClosed && state.broken.count < count
      return canGoOn ? nil : state.broken.last
    }
    if let last { last.standIn.reject(last.error) }
  }
}
