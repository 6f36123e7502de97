internal import PledgeCore
internal import PledgeSupport

extension Sequence {
  /// Returns the outcomes of the futures in the order in which they settle, as an asynchronous
  /// sequence (spec 10.4.4).
  ///
  ///     for await (index, result) in ids.map(load).completions() { print(index, result) }
  ///
  /// Futures that are already settled come first, in the order of this sequence. The asynchronous
  /// sequence ends when all futures have settled; it is empty if there are none. It is a consumer
  /// of each future, so a rejection counts as handled. When it is released, for instance after
  /// leaving the loop, or when a task that iterates it is canceled, it detaches from the futures
  /// that are still pending, and their work is discarded if it has no other consumers (spec
  /// 10.4.5).
  ///
  /// - Returns: A sequence of the position and the outcome of each future.
  /// - Complexity: O(*n*), where *n* is the number of futures.
  public func completions<Value>() -> Completions<Value> where Element: Future<Value> {
    Completions(of: Array(self))
  }
}

/// The outcomes of several futures in the order in which they settle, as an asynchronous sequence;
/// see ``Swift/Sequence/completions()``.
///
/// All iterators share its elements: each element is produced once.
public struct Completions<Value: Sendable>: AsyncSequence, Sendable {
  /// The position of a future, and its outcome.
  public typealias Element = (index: Int, result: Result<Value, any Error>)

  private let stream: AsyncStream<Element>

  fileprivate init(of futures: [Future<Value>]) {
    let (stream, continuation) = AsyncStream<Element>.makeStream()
    let countdown = Countdown(from: futures.count)
    let consumers = futures.enumerated().map { index, future in
      future.observed { outcome in
        continuation.yield((index, outcome))
        if countdown.arrive() { continuation.finish() }
      }
    }
    continuation.onTermination = { _ in for consumer in consumers { consumer.discardNode() } }
    if futures.isEmpty { continuation.finish() }
    self.stream = stream
  }

  /// Creates an iterator.
  ///
  /// - Returns: An iterator, which shares the elements with all others.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// An iterator over the outcomes of several futures.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Element>.Iterator

    /// Waits for the next outcome.
    ///
    /// - Returns: The position of a future, and its outcome; `nil` after the last one, and if the
    ///   task is canceled.
    public mutating func next() async -> Element? { await base.next() }
  }
}
