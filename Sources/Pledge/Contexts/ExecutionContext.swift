internal import Dispatch
public import PledgeCore

/// A context on which the handlers of a promise run.
///
///     struct NewThread: ExecutionContext {
///       func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
///     }
///
/// A context receives the handlers of a promise in the order in which they were registered; a
/// serial context keeps that order. It may run work late and on any thread, but only once: running
/// it again has no effect. If it drops work, the promise that waits for the work is rejected with
/// ``BrokenPromiseError`` (spec 7.1.4).
public protocol ExecutionContext: Sendable {
  /// Runs `work` once, now or later.
  ///
  /// Called on any thread: the one that settles the promise, or the one that registers a handler
  /// with a settled promise.
  ///
  /// - Parameter work: The work to run.
  func run(_ work: @escaping @Sendable () -> Void)
}

/// Adapts a context to the core.
@frozen @usableFromInline struct ContextExecutor<Context: ExecutionContext>: StageExecutor {
  @usableFromInline let context: Context

  @inlinable init(context: Context) {
    self.context = context
  }

  @inlinable func enqueue(_ work: @escaping @Sendable () -> Void, from source: Node?) {
    context.run(work)
  }

  @usableFromInline var name: String { (context as? DispatchQueue)?.label ?? "\(Context.self)" }
}
