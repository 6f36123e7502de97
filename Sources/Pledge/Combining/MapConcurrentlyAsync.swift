internal import PledgeCore
internal import PledgeSupport

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for the results of calling `transform` with every element, in order, with at
  /// most `limit` promises pending at the same time (spec 11.7).
  ///
  ///     let users = names.mapConcurrently(limit: 8) { lookUp($0) }
  ///
  /// The elements are requested and transformed in a new task, which inherits the priority and the
  /// task-local values of the caller. The task requests an element whenever fewer than `limit`
  /// promises are pending.
  ///
  /// The first rejection, or an error that the sequence or `transform` throws, rejects the returned
  /// promise, detaches it from all pending promises, and cancels the task. Discarding the returned
  /// promise has the same effect. Fulfills with `[]` if the sequence is empty.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of promises that are pending at the same time. Values less than
  ///     1 reject with ``ArgumentError``.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: A closure that starts the work for an element. Runs in the task.
  /// - Returns: A promise for the results.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @isolated(any) @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    guard limit > 0 else { return .refusing(limit, at: Site(file, line)) }
    let (freeSlot, transform) = (Locked<Promise<Void>?>(nil), onItsActor(transform))
    let limiter = ConcurrencyLimiter<U>(limit: limit, at: Site(file, line)) { _ in
      freeSlot.withLock { $0.take() }?.resolve()
    }
    let iteration = Promise<Void>(file: file, line: line) {
      for try await element in self {
        try Task.checkCancellation()
        let next = Promise<Void>(pendingAt: .unknown)
        // The previous promise was not needed. It is released outside the lock, because its
        // deinitializer runs here.
        let unused = freeSlot.withLock { freeSlot in
          defer { freeSlot = next }
          return freeSlot
        }
        withExtendedLifetime(unused) {}
        if !limiter.add(try transform(element)) { try await next.value }
      }
    }
    limiter.follow(iteration)
    return limiter.result
  }

  /// Returns a promise for the results of an asynchronous `transform`, which runs in a task of its
  /// own for each element, with at most `limit` of these at the same time (spec 10.2.5).
  ///
  ///     let users = logins.mapConcurrently(limit: 8) { try await fetch($0.id) }
  ///
  /// Otherwise the same as the form whose `transform` returns a promise. The first error, or a
  /// discard of the returned promise, cancels the running tasks, and no more elements are
  /// requested.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of tasks that run at the same time. Values less than 1 reject
  ///     with ``ArgumentError``.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: The asynchronous work for an element. An error that it throws rejects the
  ///     returned promise.
  /// - Returns: A promise for the results, in the order of the elements.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @_disfavoredOverload
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) async throws -> U
  ) -> Promise<[U]> {
    mapConcurrently(limit: limit, file: file, line: line) { element in
      Promise(running: { _ in try await transform(element) }, at: Site(file, line), by: .task)
    }
  }
}
