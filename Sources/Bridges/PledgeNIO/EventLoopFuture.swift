#if NIO
public import NIOCore
public import Pledge

extension EventLoopFuture where Value: Sendable {
  /// Returns a promise that is settled as this future completes.
  ///
  ///     bootstrap.connect(host: host, port: port).promise()
  ///       .flatMap { channel in channel.writeAndFlush(request).promise() }
  ///       .timeout(after: .seconds(5))
  ///
  /// It is settled on the loop of this future, where plain handlers run then; called on that loop
  /// when the future is complete, the promise is settled when it is returned. An error is passed on
  /// as it is.
  ///
  /// **Discarding.** A future of NIO cannot be cancelled: it goes on, and its outcome is dropped.
  /// What `discard` does about that runs once, on the thread that discards the promise, also when
  /// its last consumer leaves (spec 6.1.2, 6.3.7); without it, the promise is not discarded for
  /// want of consumers:
  ///
  ///     answer.promise(discard: { channel.close(promise: nil) })
  ///
  /// **A loop that is shut down** answers nothing: if it is when this is called, the promise is
  /// rejected with `BrokenPromiseError` (spec 7.1.1). A future that waits already is kept alive by NIO until
  /// somebody completes it, so nothing can be told of one that nobody completes any more:
  /// `timeout(after:)` sets a limit.
  ///
  /// - Parameters:
  ///   - discard: What stops the work; nothing, if it is left out.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise.
  @inlinable
  public func promise(
    discard: (@Sendable () -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Promise<Value> {
    let (promise, resolver) = Promise<Value>.pending(file: file, line: line)
    if let discard { resolver.onDiscard(discard) }
    cascade(to: resolver)
    return promise
  }

  /// Settles the promise of `resolver` as this future completes, on the loop of this future.
  ///
  /// The namesake of NIO's `cascade(to:)`. If the loop is shut down already, it counts as a copy of
  /// the resolver that has gone (spec 7.1.1). An outcome that comes late does nothing.
  ///
  /// - Parameter resolver: The handle of the promise to settle.
  @inlinable
  public func cascade(to resolver: Resolver<Value>) {
    whenComplete { resolver.settle($0) }
  }

  /// Settles `promise` as this future completes, unless it is settled before.
  ///
  /// The promise waits for this future as it does after `chain(after:)` (spec 4.4). Settled or
  /// discarded otherwise, it leaves this future, which goes on.
  ///
  /// - Parameters:
  ///   - promise: The promise to settle, on the loop of this future.
  ///   - file: The place that reports name if this future is lost.
  ///   - line: The line of that place.
  public func cascade(
    to promise: Promise<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    promise.chain(after: self.promise(file: file, line: line))
  }
}
#endif
