extension Future {
  /// This future as an asynchronous sequence of its one value.
  ///
  ///     for try await user in load(1).values { print(user) }
  ///
  /// For what takes series. The sequence waits for the value, brings it and ends; a rejection it throws
  /// (spec 10.4.1). Nothing is asked of this future before the iteration begins, which may happen any
  /// number of times. A task that is cancelled while it waits leaves, as with ``value``.
  public final var values: FutureValues<Value> { FutureValues(future: self) }
}

/// An asynchronous sequence of the one value of a future; see ``Future/values``.
public struct FutureValues<Element: Sendable>: AsyncSequence, Sendable {
  fileprivate let future: Future<Element>

  /// Begins an iteration.
  ///
  /// - Returns: What waits for the value.
  public func makeAsyncIterator() -> Iterator { Iterator(future: future) }

  /// What waits for the value.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var future: Future<Element>?

    /// Waits for the value; ends after it, and after an error.
    ///
    /// - Returns: The value at first, then `nil`.
    /// - Throws: What ``Future/value`` throws.
    public mutating func next() async throws -> Element? {
      try await future.take()?.value
    }
  }
}
