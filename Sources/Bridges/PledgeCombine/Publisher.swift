#if canImport(Combine) || OpenCombine
public import Pledge

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Publisher where Output: Sendable {
  /// Returns a promise of the first value.
  ///
  ///     let first = names.firstValue()
  ///
  /// Subscribes at once and asks for one value; with it, the subscription is cancelled, and then
  /// the promise fulfilled on the thread that published. Without one, the promise is rejected: with
  /// the publisher's error, or with ``EmptyPublisherError`` when it has finished.
  ///
  /// **Discarding** the promise cancels the subscription, on the thread that discards; so does the
  /// leaving of its last consumer (spec 6.3.7).
  ///
  /// **A publisher that never ends**, nor publishes a value, leaves the promise pending;
  /// `timeout(after:)` discards it at a limit. If the publisher lets go of its subscriber instead,
  /// the promise is rejected with `BrokenPromiseError` (spec 7.1.1).
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise.
  public func firstValue(file: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
    promise(of: FirstValue(), file, line)
  }

  /// Returns a promise of the last value, which is known when the publisher finishes.
  ///
  /// Subscribes at once, without a limit of demand, and keeps the latest value. Otherwise the same
  /// as ``firstValue(file:line:)``; a publisher that never finishes leaves the promise pending,
  /// whatever it publishes.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise.
  public func lastValue(file: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
    promise(of: LastValue(), file, line)
  }

  /// Returns a promise of all values, in their order, which are complete when the publisher
  /// finishes.
  ///
  ///     let all = names.prefix(100).allValues()
  ///
  /// Subscribes at once, without a limit of demand, and keeps every value, so a publisher that may
  /// go on for ever takes a `prefix`. One that finishes without a value is an empty array.
  /// Otherwise the same as ``firstValue(file:line:)``.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise.
  /// - Complexity: O(*n*) memory in the number of values.
  public func allValues(file: StaticString = #fileID, line: UInt = #line) -> Promise<[Output]> {
    promise(of: AllValues(), file, line)
  }

  private func promise<C: Choice>(
    of choice: C,
    _ file: StaticString,
    _ line: UInt
  ) -> Promise<C.Chosen> where C.Value == Output {
    let (promise, resolver) = Promise<C.Chosen>.pending(file: file, line: line)
    let subscriber = PromiseSubscriber<C, Failure>(choice, resolver)
    // Held by the publisher alone: should that let go of it, the promise is abandoned.
    resolver.onDiscard { [weak subscriber] in subscriber?.cancel() }
    subscribe(subscriber)
    return promise
  }
}

/// The rejection of a promise of a value, since its publisher finished without one.
public struct EmptyPublisherError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened, and what would do.
  public var description: String {
    "the publisher finished without a value; allValues() or replaceEmpty(with:) allow for that"
  }
}
#endif
