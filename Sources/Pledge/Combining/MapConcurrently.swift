public import PledgeCore

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for the results of calling `transform` with every element, in order, with at
  /// most `limit` promises pending at the same time (spec 11.7).
  ///
  ///     let users = (1...200).mapConcurrently(limit: 8) { load($0) }
  ///
  /// Each time a promise is fulfilled, the next element is taken from the sequence and transformed,
  /// on the thread that fulfills the promise. Elements are taken and transformed one at a time, in
  /// order.
  ///
  /// The first rejection, or an error that `transform` throws, rejects the returned promise and
  /// detaches it from all pending promises, and no more elements are taken. Discarding the returned
  /// promise has the same effect. Fulfills with `[]` if the sequence is empty.
  ///
  /// Elements whose promises are already settled, or that other threads settle in the meantime, are
  /// processed before this method returns, so an infinite sequence needs a `transform` that
  /// sometimes waits for a context, a timer, or a task (spec 11.7.14, 11.7.15).
  ///
  /// - Parameters:
  ///   - limit: The maximum number of promises that are pending at the same time. Values less than
  ///     1 reject with ``ArgumentError``.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - transform: A closure that starts the work for an element.
  /// - Returns: A promise for the results.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @isolated(any) @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    guard limit > 0 else { return .refusing(limit, at: Site(file, line)) }
    let (elements, transform) = (Elements(makeIterator()), onItsActor(transform))
    let limiter = ConcurrencyLimiter<U>(limit: limit, at: Site(file, line)) { limiter in
      do {
        // The iterator and `transform` may settle the result, so its state is checked before each
        // call.
        while limiter.isOpen, let element = elements.next(), limiter.isOpen {
          guard limiter.add(try transform(element)) else { return }
        }
        limiter.close()
      } catch {
        limiter.fail(with: error)
      }
    }
    // Started in a handler, like all later calls, so that the stack depth is bounded from the
    // start.
    Promise(fulfilledWith: (), at: .unknown).observe { _ in limiter.proceed(limiter) }
    return limiter.result
  }
}

extension Sequence where Element: Sendable {
  /// Same as `mapConcurrently(limit:_:)`, for a sequence that is not `Sendable`.
  ///
  /// The sequence is copied first, so it must be finite.
  @inlinable
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @isolated(any) @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    Array(self).mapConcurrently(limit: limit, file: file, line: line, transform)
  }
}

// MARK: - Tasks

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for the results of an asynchronous `transform`, which runs in a task of its
  /// own for each element, with at most `limit` tasks at the same time (spec 10.2.5).
  ///
  ///     let users = (1...200).mapConcurrently(limit: 8) { try await fetch($0) }
  ///
  /// Otherwise the same as the form whose `transform` returns a promise. The first error, or a
  /// discard of the returned promise, cancels the running tasks, and no more elements are taken.
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
  @_disfavoredOverload @inlinable
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

extension Sequence where Element: Sendable {
  /// Same as the form above with an asynchronous `transform`, for a sequence that is not
  /// `Sendable`.
  ///
  /// The sequence is copied first, so it must be finite.
  @_disfavoredOverload @inlinable
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) async throws -> U
  ) -> Promise<[U]> {
    Array(self).mapConcurrently(limit: limit, file: file, line: line, transform)
  }
}

extension Promise {
  /// Returns a promise that is rejected because `limit` is less than 1.
  @usableFromInline static func refusing(_ limit: Int, at site: Site) -> Promise<Value> {
    let message = "mapConcurrently(limit: \(limit)): limit must be at least 1"
    return Promise(
      rejectedWith: ArgumentError(message),
      at: site,
      by: .mapConcurrently
    )
  }
}
