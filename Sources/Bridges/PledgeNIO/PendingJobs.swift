#if NIO
internal import PledgeSupport

/// The jobs that wait for event loops.
///
/// While a loop has any, a handler must not run there immediately, since it would overtake them.
struct PendingJobs {
  private var jobs: Set<ObjectIdentifier> = []
  private var counts: [ObjectIdentifier: Int] = [:]

  /// Whether any job is waiting for `loop`.
  func hasJobs(for loop: ObjectIdentifier) -> Bool { counts[loop] != nil }

  mutating func add(_ job: ObjectIdentifier, for loop: ObjectIdentifier) {
    jobs.insert(job)
    counts[loop, default: 0] += 1
  }

  /// Removes a job that has run or was dropped; does nothing if it was removed before.
  mutating func remove(_ job: ObjectIdentifier, for loop: ObjectIdentifier) {
    guard jobs.remove(job) != nil else { return }
    jobs.shrinkIfSparse()
    counts[loop] = counts[loop].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}
#endif
