internal import Pledge
internal import PledgeSupport

/// Settles a promise with the values of several members, or with the first error.
///
/// Each member retains this, and this retains no member. So a broken member is detected, whatever
/// the others do.
final class Gathering<Slots: Sendable, Output>: Sendable {
  private let next: Core<Output>
  private let whole: @Sendable (Slots) -> Output?
  private let state: Locked<Gathered<Slots>>

  /// - Parameters:
  ///   - promise: The promise to settle.
  ///   - slots: The empty slots of the values.
  ///   - whole: Returns the value for the slots, or `nil` if one is empty. It runs no client code.
  init(
    for promise: Promise<Output>,
    in slots: Slots,
    _ whole: @escaping @Sendable (Slots) -> Output?
  ) {
    next = promise.core
    self.whole = whole
    state = Locked(Gathered(slots: slots))
  }

  /// Waits for `promise` as a further member, until another member is rejected.
  ///
  /// - Parameters:
  ///   - promise: A member.
  ///   - put: Stores the value in its slot, if the slots still exist.
  func wait<T>(
    for promise: Promise<T>,
    _ put: @escaping @Sendable (_ slots: inout Slots?, _ value: UncheckedSendable<T>) -> Void
  ) {
    let number = promise.core.observe { [self] result in
      switch result {
      case .success(let value): receive { put(&$0, UncheckedSendable(value)) }
      case .failure(let error as BrokenPromise): next.settle(.failure(error))
      case .failure(let error): end(with: error)
      }
    }
    let membership = Membership { [weak core = promise.core] in core?.removeObserver(number) }
    let isMember = state.withLock { $0.add(membership) }
    if !isMember { membership.detach() }
  }

  private func receive(_ put: (inout Slots?) -> Void) {
    let all = state.withLock { state in
      put(&state.slots)
      return state.slots.flatMap(whole).map { UncheckedSendable($0) }
    }
    if let all { next.settle(.success(all.value)) }
  }

  private func end(with error: any Error) {
    let (slots, members) = state.withLock { $0.takeAll() }
    guard slots != nil else { return }
    for member in members { member.detach() }
    next.settle(.failure(error))
  }
}

/// The values received so far, and the members that are still waited for.
private struct Gathered<Slots: Sendable>: Sendable {
  /// `nil` after an error.
  var slots: Slots?
  private var members: [Membership] = []

  init(slots: Slots) {
    self.slots = slots
  }

  /// Adds a member, unless there was an error.
  ///
  /// Returns whether it was added.
  mutating func add(_ member: Membership) -> Bool {
    if slots != nil { members.append(member) }
    return slots != nil
  }

  /// Removes everything, so that the caller releases it after unlocking.
  mutating func takeAll() -> (slots: Slots?, members: [Membership]) {
    defer { (slots, members) = (nil, []) }
    return (slots, members)
  }
}

/// The registration with one member.
private struct Membership: Sendable {
  let detach: @Sendable () -> Void
}
