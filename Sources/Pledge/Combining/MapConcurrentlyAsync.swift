internal import PledgeCore

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for what `transform` makes of every element, in their order, with at most
  /// `limit` of the promises pending at a time (spec 11.7).
  ///
  ///     let users = names.mapConcurrently(limit: 8) { lookUp($0) }
  ///
  /// A task of its own, with the priority and the task-locals of the caller, asks the sequence for the
  /// next element when fewer than `limit` are pending, and starts it. The first rejection rejects the
  /// whole, as does an error that the sequence or `transform` throws; what is pending then loses its
  /// consumer, and the task is cancelled. The same goes for a discard. An empty sequence gives an empty
  /// array.
  ///
  /// - Parameters:
  ///   - limit: How many may be pending at once, at least 1; less rejects with ``ArgumentError``.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - transform: Starts the work for an element, in the task.
  /// - Returns: A promise for the values.
  /// - Complexity: O(*n*) in the number of elements.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    guard limit > 0 else { return .refusing(limit, at: Site(file, line)) }
    let place = Locked<Promise<Void>?>(nil)
    let limiter = ConcurrencyLimiter<U>(limit: limit, at: Site(file, line)) { _ in
      place.withLock { $0.take() }?.resolve()
    }
    let iteration = Promise<Void>(file: file, line: line) {
      for try await element in self {
        try Task.checkCancellation()
        let next = Promise<Void>(pendingAt: .untold)
        // The last one was not needed; released outside of the lock, as it ends there.
        let last = place.withLock { place in
          defer { place = next }
          return place
        }
        withExtendedLifetime(last) {}
        if !limiter.add(try transform(element)) { try await next.value }
      }
    }
    limiter.follow(iteration)
    return limiter.result
  }
}
