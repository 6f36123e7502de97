extension Future {
  /// This future as an asynchronous sequence of its one value.
  ///
  ///     for try await user in load(1).values { print(user) }
  ///
  /// Use it with code that takes asynchronous sequences. The sequence waits for the value, produces
  /// it, and ends; if the future is rejected, it throws (spec 10.4.1). The future is not used
  /// before the iteration begins. There can be any number of iterations. A task that is canceled
  /// while it waits detaches, as with ``value``.
  public final var values: FutureValues<Value> { FutureValues(future: self) }
}

/// An asynchronous sequence of the one value of a future; see ``Future/values``.
public struct FutureValues<Element: Sendable>: AsyncSequence, Sendable {
  fileprivate let future: Future<Element>

  /// Creates an iterator.
  ///
  /// - Returns: An iterator that waits for the value.
  public func makeAsyncIterator() -> Iterator { Iterator(future: future) }

  /// An iterator that waits for the value of a future.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var future: Future<Element>?

    /// Waits for the value; the sequence ends after the value or an error.
    ///
    /// - Returns: The value from the first call, then `nil`.
    /// - Throws: The errors of ``Future/value``.
    public mutating func next() async throws -> Element? {
      try await future.take()?.value
    }
  }
}
