#if NIO
public import NIOCore
public import Pledge

extension Future {
  /// Returns a future of `loop` that completes when this promise is settled.
  ///
  ///     func channelRead(context: ChannelHandlerContext, data: NIOAny) {
  ///       users.load(1).eventLoopFuture(on: context.eventLoop)
  ///         .assumeIsolated()
  ///         .whenSuccess { user in context.write(self.reply(user), promise: nil) }
  ///     }
  ///
  /// If this promise is settled, the returned future is complete. Otherwise it completes on the
  /// loop: immediately if the promise is settled there, or else as a task. It fails with
  /// `DiscardedError` if the promise is discarded, and with `BrokenPromiseError` if the promise is
  /// broken.
  ///
  /// The future is a consumer of this promise (spec 6.3.1). It cannot be canceled, so it does not
  /// detach before the promise is settled.
  ///
  /// The future cannot be completed after its loop is shut down: see ``cascade(to:file:line:)``.
  ///
  /// - Parameters:
  ///   - loop: The loop on which callbacks of the future run.
  ///   - file: The source file shown in diagnostics, including NIO's, if the future cannot be
  ///     completed.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The future.
  @inlinable
  public final func eventLoopFuture(
    on loop: any EventLoop,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> EventLoopFuture<Value> {
    if let result { return loop.makeCompletedFuture(result) }
    let promise = loop.makePromise(of: Value.self, file: file, line: line)
    cascade(to: promise, file: file, line: line)
    return promise.futureResult
  }

  /// Completes `promise` when this promise is settled.
  ///
  /// Corresponds to NIO's `cascade(to:)`. Completes the promise on its loop: immediately if this
  /// promise is settled there, or else as a task.
  ///
  /// **A loop that is shut down** cannot complete promises, and NIO provides no other way to do so.
  /// Then the outcome is lost: NIO prints an error, Pledge reports a `BrokenPromiseError` with the
  /// source location of this call, and in a debug build NIO stops the program when the promise is
  /// freed. Wait for all work of a loop before you shut it down.
  ///
  /// - Parameters:
  ///   - promise: The promise to complete; a completed promise is not changed.
  ///   - file: The source file shown in diagnostics if the outcome is lost.
  ///   - line: The source line shown in diagnostics.
  @inlinable
  public final func cascade(
    to promise: EventLoopPromise<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    observe { outcome in
      let loop = promise.futureResult.eventLoop
      if loop.inEventLoop { return promise.completeWith(outcome) }
      // A consumer must exist when a closed loop drops the outcome, so that the loss is reported.
      let (source, resolver) = Promise<Value>.pending(file: file, line: line)
      source.observe(on: .eventLoop(loop)) { promise.completeWith($0) }.ignoringErrors()
      resolver.settle(with: outcome)
    }
  }
}
#endif
