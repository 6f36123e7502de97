public import PledgeCore

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a promise for what `transform` makes of every element, in their order, with at most
  /// `limit` of the promises pending at a time (spec 11.7).
  ///
  ///     let users = (1...200).mapConcurrently(limit: 8) { load($0) }
  ///
  /// The next element is taken from the sequence, and started, when a promise before it is fulfilled,
  /// on the thread that does that; one at a time, in their order. The first rejection rejects the
  /// whole, as does an error that `transform` throws; what is pending then loses its consumer, and
  /// nothing more is taken or started. The same goes for a discard. An empty sequence gives an empty
  /// array. Elements whose promises are settled are done before this returns, so a sequence without
  /// end needs a transform that waits now and then, for a context, a timer or a task (spec 11.7.15).
  ///
  /// - Parameters:
  ///   - limit: How many may be pending at once, at least 1; less rejects with ``ArgumentError``.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - transform: Starts the work for an element.
  /// - Returns: A promise for the values.
  /// - Complexity: O(*n*) in the number of elements.
  @inlinable
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    guard limit > 0 else { return .refusing(limit, at: Site(file, line)) }
    let elements = Elements(makeIterator())
    let limiter = ConcurrencyLimiter<U>(limit: limit, at: Site(file, line)) { limiter in
      do {
        // The iterator and the transform may be what ends it, so it is looked at before either.
        while limiter.isOpen, let element = elements.next(), limiter.isOpen {
          guard limiter.add(try transform(element)) else { return }
        }
        limiter.close()
      } catch {
        limiter.fail(with: error)
      }
    }
    // In a handler like all that follow, so that the depth of the stack is bounded from the start.
    Promise(fulfilledWith: (), at: .untold).observe { _ in limiter.proceed(limiter) }
    return limiter.result
  }
}

extension Sequence where Element: Sendable {
  /// Same as `mapConcurrently(limit:_:)`, for a sequence that is not
  /// `Sendable`: it is copied first, so it has to be finite.
  @inlinable
  public func mapConcurrently<U: Sendable>(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Element) throws -> Future<U>
  ) -> Promise<[U]> {
    Array(self).mapConcurrently(limit: limit, file: file, line: line, transform)
  }
}

extension Promise {
  /// A rejected promise for a limit that lets nothing run.
  @usableFromInline static func refusing(_ limit: Int, at site: Site) -> Promise<Value> {
    let complaint = "mapConcurrently(limit: \(limit)): limit must be at least 1"
    return Promise(rejectedWith: ArgumentError(complaint), at: site, by: .mapConcurrently)
  }
}
