#if canImport(Combine) || OpenCombine
public import Pledge

#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif

extension Publisher where Output: Sendable {
  /// Returns a promise for the first value.
  ///
  ///     let first = names.firstValue()
  ///
  /// Subscribes immediately and requests one value. When the value arrives, the subscription is
  /// canceled, and then the promise is fulfilled on the publishing thread. Without a value, the
  /// promise is rejected with the publisher's error, or with ``EmptyPublisherError`` if the
  /// publisher finishes.
  ///
  /// **Discarding** the promise cancels the subscription on the discarding thread; so does
  /// detaching its last consumer (spec 6.3.7).
  ///
  /// **A publisher that neither publishes nor ends** leaves the promise pending; use
  /// `timeout(after:)` to set a limit. If the publisher releases its subscriber instead, the
  /// promise is rejected with `BrokenPromiseError` (spec 7.1.1).
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise.
  public func firstValue(file: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
    promise(of: FirstValue(), file, line)
  }

  /// Returns a promise for the last value, fulfilled when the publisher finishes.
  ///
  /// Subscribes immediately with unlimited demand, and keeps the latest value. Otherwise the same
  /// as ``firstValue(file:line:)``. A publisher that never finishes leaves the promise pending even
  /// if it publishes values.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise.
  public func lastValue(file: StaticString = #fileID, line: UInt = #line) -> Promise<Output> {
    promise(of: LastValue(), file, line)
  }

  /// Returns a promise for all values in order, fulfilled when the publisher finishes.
  ///
  ///     let all = names.prefix(100).allValues()
  ///
  /// Subscribes immediately with unlimited demand, and keeps every value, so use `prefix` on a
  /// publisher that may never end. If the publisher finishes without a value, the result is an
  /// empty array. Otherwise the same as ``firstValue(file:line:)``.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
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
    // Only the publisher retains the subscriber. If it releases the subscriber, the promise is
    // broken.
    resolver.onDiscard { [weak subscriber] in subscriber?.cancel() }
    subscribe(subscriber)
    return promise
  }
}

/// The error of a publisher that finished without a value when one was needed.
public struct EmptyPublisherError: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// The problem and its remedy.
  public var description: String {
    "the publisher finished without a value; allValues() or replaceEmpty(with:) allow for that"
  }
}
#endif
