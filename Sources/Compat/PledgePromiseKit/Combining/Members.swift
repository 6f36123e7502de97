internal import Pledge

/// Returns a promise for the values of all `members`, in their order, with the semantics of `when`.
func values<T>(
  of members: [Pledge.Future<UncheckedSendable<T>>]
) -> Pledge.Promise<UncheckedSendable<[T]>> {
  showProgress(of: members) { all(members).outlasting { members.map(\.endOrBreak) } }
    .map { UncheckedSendable($0.map(\.value)) }
}

/// Returns a promise for the values of all `members`, for members of different types.
func tuple<each U: Thenable>(
  of members: repeat each U
) -> Pledge.Promise<UncheckedSendable<(repeat (each U).T)>> {
  let futures = (repeat (each members).uncheckedFuture)
  return showProgress(of: repeat each futures) {
    all(repeat each futures).outlasting {
      var ends: [Pledge.Future<Void>] = []
      for future in repeat each futures { ends.append(future.endOrBreak) }
      return ends
    }
  }
  .map { values in UncheckedSendable((repeat (each values).value)) }
}

/// Returns a promise for the end of all `members`.
func end<T>(of members: [Pledge.Future<T>]) -> Pledge.Promise<UncheckedSendable<Void>> {
  showProgress(of: members) { all(members).outlasting { members.map(\.endOrBreak) } }
    .map { _ in UncheckedSendable(()) }
}

extension Pledge.Promise {
  /// Returns a promise that settles like this combination, unless a member is broken.
  ///
  /// A broken member counts as pending: the rejection of another member rejects the returned
  /// promise. The returned promise is broken once no member can reject it anymore.
  ///
  /// - Parameter ends: Returns the ends of the members; called if a member is broken.
  /// - Returns: The promise.
  fileprivate func outlasting(
    _ ends: @escaping @Sendable () -> [Pledge.Future<Void>]
  ) -> Pledge.Promise<Value> {
    flatMapError { error in
      guard error is BrokenPromise else { throw error }
      return all(ends()).map { _ in throw error }
    }
  }
}

extension Pledge.Future {
  /// A future for the end of this one; it is fulfilled if this is broken.
  fileprivate var endOrBreak: Pledge.Future<Void> {
    map { _ in }.recover { error in if !(error is BrokenPromise) { throw error } }
  }
}

/// Reports the progress of `when` on platforms on which the original does.
func showProgress<each Member, Whole>(
  of members: repeat Pledge.Future<each Member>,
  while combine: () -> Pledge.Promise<Whole>
) -> Pledge.Promise<Whole> {
  #if canImport(Darwin)
  var count = 0
  for _ in repeat each members { count += 1 }
  var progress = MemberProgress(count: count)
  for member in repeat each members { progress.add(member) }
  return progress.add(whole: combine())
  #else
  return combine()
  #endif
}

/// Same as ``showProgress(of:while:)``, for promises of one type.
func showProgress<Member, Whole>(
  of members: [Pledge.Future<Member>],
  while combine: () -> Pledge.Promise<Whole>
) -> Pledge.Promise<Whole> {
  #if canImport(Darwin)
  var progress = MemberProgress(count: members.count)
  for member in members { progress.add(member) }
  return progress.add(whole: combine())
  #else
  return combine()
  #endif
}
