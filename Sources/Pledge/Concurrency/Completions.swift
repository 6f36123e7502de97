internal import PledgeCore
internal import PledgeSupport

extension Sequence {
  /// Returns the outcomes of the futures in the order in which they settle, as an asynchronous
  /// sequence (spec 10.4.4).
  ///
  ///     for await (index, result) in pages.completions() { show(result, at: index) }
  ///
  /// The sequence ends when all futures have settled; it is empty if there are none. It is a consumer
  /// of each future until it is released, or until the task that iterates it is canceled: then it
  /// detaches, so that work that no one else needs is discarded. A rejection counts as handled.
  ///
  /// - Returns: A sequence of the position and the outcome of each future. Each element is received
  ///   once, even if several tasks iterate it.
  /// - Complexity: O(*n*), where *n* is the number of futures.
  public func completions<Value>() -> Completions<Value> where Element: Future<Value> {
    Completions(of: Array(self))
  }
}

/// The outcomes of several futures, in the order in which they settle.
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

  /// Returns an iterator, which shares the elements with all others.
  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { stream.makeAsyncIterator() }
}
