/// The first and the last errors of a series of failed attempts.
struct RetryFailures: Sendable {
  private static let kept = 16

  private var first: [any Error] = []
  /// A ring buffer; the index of its oldest element is ``oldest``.
  private var last: [any Error] = []
  private var oldest = 0
  /// The number of attempts that have failed.
  private(set) var count = 0

  /// The kept errors, in the order of the attempts.
  var errors: [any Error] { first + last[oldest...] + last[..<oldest] }

  /// The number of errors dropped between the first and the last ones.
  var omittedCount: Int { count - first.count - last.count }

  /// Adds the error of an attempt.
  ///
  /// - Returns: The error that is no longer kept, to be released outside the lock.
  mutating func append(_ error: any Error) -> (any Error)? {
    count += 1
    if first.count < RetryFailures.kept {
      first.append(error)
      return nil
    }
    if last.count < RetryFailures.kept {
      last.append(error)
      return nil
    }
    defer { oldest = (oldest + 1) % RetryFailures.kept }
    var error = error
    swap(&last[oldest], &error)
    return error
  }
}

extension RetryError {
  init(
    _ failures: RetryFailures,
    _ decisionError: (any Error)?,
    _ budget: String?,
    from origin: PromiseOrigin
  ) {
    self.init(
      failures.errors,
      omittedCount: failures.omittedCount,
      decisionError: decisionError,
      budget: budget,
      from: origin
    )
  }
}
