#if NIO
public import NIOCore
public import Pledge

extension Future {
  /// Returns a future of `loop` that completes as this promise is settled.
  ///
  ///     func channelRead(context: ChannelHandlerContext, data: NIOAny) {
  ///       users.load(1).eventLoopFuture(on: context.eventLoop)
  ///         .assumeIsolated()
  ///         .whenSuccess { user in context.write(self.reply(user), promise: nil) }
  ///     }
  ///
  /// Of a promise that is settled, it is complete when it is returned. Otherwise it completes on
  /// the loop: at once if the promise is settled there, else as a task. A discarded promise fails
  /// it with `DiscardedError`, a lost producer with `BrokenPromiseError`.
  ///
  /// It is a consumer of this promise (spec 6.3.1), and as it cannot be cancelled, one that does
  /// not leave before the promise is settled.
  ///
  /// Nothing can complete it when its loop is shut down: see ``cascade(to:file:line:)``.
  ///
  /// - Parameters:
  ///   - loop: Where callbacks of the future run.
  ///   - file: The place that reports name, NIO's too, if the future cannot be completed.
  ///   - line: The line of that place.
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

  /// Completes `promise` as this one is settled.
  ///
  /// The namesake of NIO's `cascade(to:)`. It completes on the promise's loop: at once if this
  /// promise is settled there, else as a task.
  ///
  /// **A loop that is shut down** completes nothing any more, and NIO has no other way to complete
  /// its promises. The outcome is lost then, and that is said: NIO prints an error, Pledge reports
  /// `BrokenPromiseError` with the place of this call, and in a debug build NIO stops the program when the
  /// promise is freed. So let what a loop waits for end before it is shut down.
  ///
  /// - Parameters:
  ///   - promise: The promise to complete; if it is complete already, it stays as it is.
  ///   - file: The place that a report of a lost outcome names.
  ///   - line: The line of that place.
  @inlinable
  public final func cascade(
    to promise: EventLoopPromise<Value>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    observe { outcome in
      let loop = promise.futureResult.eventLoop
      if loop.inEventLoop { return promise.completeWith(outcome) }
      // Somebody has to wait when a closed loop drops the outcome, for that to be reported.
      let (last, resolver) = Promise<Value>.pending(file: file, line: line)
      last.observe(on: .eventLoop(loop)) { promise.completeWith($0) }.ignoringErrors()
      resolver.settle(outcome)
    }
  }
}
#endif
