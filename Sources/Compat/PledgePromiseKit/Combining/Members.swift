internal import Pledge

/// All values of `members`, in their order, for what waits for them as `when` does.
func values<T>(
  of members: [Pledge.Future<UncheckedSendable<T>>]
) -> Pledge.Promise<UncheckedSendable<[T]>> {
  showProgress(of: members) { all(members) }.map { UncheckedSendable($0.map(\.value)) }
}

/// All values of `members`, which have different types.
func tuple<each T>(
  of members: repeat Pledge.Future<UncheckedSendable<each T>>
) -> Pledge.Promise<UncheckedSendable<(repeat each T)>> {
  showProgress(of: repeat each members) { all(repeat each members) }.map { values in
    UncheckedSendable((repeat (each values).value))
  }
}

/// The end of all `members`.
func end<T>(of members: [Pledge.Future<T>]) -> Pledge.Promise<UncheckedSendable<Void>> {
  showProgress(of: members) { all(members) }.map { _ in UncheckedSendable(()) }
}

/// Shows the progress of `when` where the original does.
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
