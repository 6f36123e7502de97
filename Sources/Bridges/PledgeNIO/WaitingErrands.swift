#if NIO
/// What waits for event loops: while something does, nothing may run there at once and overtake it.
struct WaitingErrands {
  private var errands: Set<ObjectIdentifier> = []
  private var counts: [ObjectIdentifier: Int] = [:]

  /// Whether any errand waits for `loop`.
  func wait(for loop: ObjectIdentifier) -> Bool { counts[loop] != nil }

  mutating func add(_ errand: ObjectIdentifier, for loop: ObjectIdentifier) {
    errands.insert(errand)
    counts[loop, default: 0] += 1
  }

  /// Removes an errand that has been run or dropped; one that is not there may be removed, too.
  mutating func remove(_ errand: ObjectIdentifier, for loop: ObjectIdentifier) {
    guard errands.remove(errand) != nil else { return }
    counts[loop] = counts[loop].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
#endif
