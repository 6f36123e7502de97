internal import Pledge

internal import class PledgeCore.Locked

/// What several promises settle together: with all their values, or with the first error.
///
/// Each member holds this, and this holds none: one that is lost is noticed, whatever the others do.
final class Gathering<Slots: Sendable, Output>: Sendable {
  private let next: Core<Output>
  private let whole: @Sendable (Slots) -> Output?
  private let state: Locked<Gathered<Slots>>

  /// - Parameters:
  ///   - promise: What is settled.
  ///   - slots: The places of the values, which are empty.
  ///   - whole: Makes the value of them, if none is empty; it runs no code of the user.
  init(
    for promise: Promise<Output>,
    in slots: Slots,
    _ whole: @escaping @Sendable (Slots) -> Output?
  ) {
    next = promise.core
    self.whole = whole
    state = Locked(Gathered(slots: slots))
  }

  /// Waits for `promise`, too, until another one is rejected.
  ///
  /// - Parameters:
  ///   - promise: A member.
  ///   - put: Puts its value into its place, if there are places still.
  func wait<T>(
    for promise: Promise<T>,
    _ put: @escaping @Sendable (_ slots: inout Slots?, _ value: UncheckedSendable<T>) -> Void
  ) {
    let number = promise.core.observe { [self] result in
      switch result {
      case .success(let value): hear { put(&$0, UncheckedSendable(value)) }
      case .failure(let error as BrokenPromise): next.settle(.failure(error))
      case .failure(let error): end(with: error)
      }
    }
    let membership = Membership { [weak core = promise.core] in core?.removeObserver(number) }
    let isMember = state.withLock { $0.add(membership) }
    if !isMember { membership.leave() }
  }

  private func hear(_ put: (inout Slots?) -> Void) {
    let all = state.withLock { state in
      put(&state.slots)
      return state.slots.flatMap(whole).map { UncheckedSendable($0) }
    }
    if let all { next.settle(.success(all.value)) }
  }

  private func end(with error: any Error) {
    let (slots, members) = state.withLock { $0.takeAll() }
    guard slots != nil else { return }
    for member in members { member.leave() }
    next.settle(.failure(error))
  }
}

/// The values that have come, and who is still waited for.
private struct Gathered<Slots: Sendable>: Sendable {
  /// None after an error.
  var slots: Slots?
  private var members: [Membership] = []

  init(slots: Slots) {
    self.slots = slots
  }

  /// Adds a member, unless there is an error; returns whether it did.
  mutating func add(_ member: Membership) -> Bool {
    if slots != nil { members.append(member) }
    return slots != nil
  }

  /// Takes out what the caller lets go of.
  mutating func takeAll() -> (slots: Slots?, members: [Membership]) {
    defer { (slots, members) = (nil, []) }
    return (slots, members)
  }
}

/// What ends the wait for one promise.
private struct Membership: Sendable {
  let leave: @Sendable () -> Void
}
