#if NIO
public import NIOCore
public import Pledge

extension EventLoopFuture where Value: Sendable {
  /// Returns a promise that is settled when this future completes.
  ///
  ///     bootstrap.connect(host: host, port: port).promise()
  ///       .flatMap { channel in channel.writeAndFlush(request).promise() }
  ///       .timeout(after: .seconds(5))
  ///
  /// The promise is settled on this future's loop, where handlers run by default. If called on that
  /// loop after completion, returns a settled promise. Errors are passed on unchanged.
  ///
  /// **Discarding.** Futures of NIO cannot be canceled: this one continues, and its outcome is
  /// dropped. If the promise is discarded or its last consumer detaches, `discard` runs once, on
  /// the thread that does so (spec 6.1.2, 6.3.7). Without it, the promise is not discarded when its
  /// last consumer detaches. Pass it to stop the work:
  ///
  ///     answer.promise(discard: { channel.close(promise: nil) })
  ///
  /// **A loop that is shut down** does not respond: if it is shut down before this call, the
  /// promise is rejected with `BrokenPromiseError` (spec 7.1.1). NIO keeps a future with a callback
  /// alive until it is completed, so the promise of a future that is never completed stays pending.
  /// Use `timeout(after:)` to set a limit.
  ///
  /// - Parameters:
  ///   - discard: Stops the work; `nil` to do nothing.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
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

  /// Settles the promise of `resolver` when this future completes, on the loop of this future.
  ///
  /// Corresponds to NIO's `cascade(to:)`. If the loop is already shut down, this counts as the
  /// release of a copy of the resolver (spec 7.1.1). Does nothing if the promise is already
  /// settled.
  ///
  /// - Parameter resolver: The resolver of the promise to settle.
  @inlinable
  public func cascade(to resolver: Resolver<Value>) {
    whenComplete { resolver.settle(with: $0) }
  }

  /// Settles `promise` when this future completes, unless it is settled before.
  ///
  /// The promise waits for this future as after `chain(after:)` (spec 4.4). If it is settled in
  /// another way or discarded, it detaches from this future, but this future continues.
  ///
  /// - Parameters:
  ///   - promise: The promise to settle, on the loop of this future.
  ///   - file: The source file shown in diagnostics if this future is never completed.
  ///   - line: The source line shown in diagnostics.
  public func cascade(
    to promise: Promise<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    promise.chain(after: self.promise(file: file, line: line))
  }
}
#endif
