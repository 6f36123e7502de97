internal import Dispatch
public import PledgeCore

/// Where the handlers of a promise run.
///
///     struct NewThread: ExecutionContext {
///       func run(_ work: @escaping @Sendable () -> Void) { Thread.detachNewThread(work) }
///     }
///
/// A context gets the handlers of a promise in the order in which they were registered; a serial one
/// keeps that order. It may run work late and on any thread, but once: a second run does nothing.
/// Work that it drops rejects the promise that waits for it with ``BrokenPromiseError`` (spec 7.1.4).
public protocol ExecutionContext: Sendable {
  /// Runs `work`, now or later, once.
  ///
  /// Called from any thread: the one that settles the promise, or that registers with a settled
  /// one.
  ///
  /// - Parameter work: What to run.
  func run(_ work: @escaping @Sendable () -> Void)
}

/// A context as the core sees it.
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
