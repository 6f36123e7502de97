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
///
/// **Redundant hops.** A context with an ``executionIdentity`` runs the handlers of consecutive
/// stages in one job, up to 16 (spec 3.6.8, 3.6.9): a handler is guaranteed to run on its context,
/// but not in a job of its own. By default, a context has no such identity, and each handler is a
/// separate job.
public protocol ExecutionContext: Sendable {
  /// Runs `work` once, now or later.
  ///
  /// Called on any thread: the one that settles the promise, or the one that registers a handler
  /// with a settled promise.
  ///
  /// - Parameter work: The work to run.
  func run(_ work: @escaping @Sendable () -> Void)

  /// The object that identifies where this context runs its work; `nil`, the default, if each
  /// handler needs a job of its own.
  ///
  /// If a job of this context has run a handler, and the only consumer of that stage has a handler
  /// on a context with the same object, the job runs that handler next (spec 3.6.8):
  ///
  ///     final class Worker: ExecutionContext {
  ///       private let queue = DispatchQueue(label: "worker")
  ///       func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
  ///       var executionIdentity: AnyObject? { queue }
  ///     }
  ///
  /// Return an object only if ``run(_:)`` does nothing but pass the work on to that place: a lock
  /// or a log entry around the work would be skipped. It must be an instance of a class that
  /// supports weak references, such as a queue or an object of your own, not a bridged string or
  /// number.
  ///
  /// Read on any thread, when a handler is passed to the context or might share a job; must not
  /// wait. The object is not retained while a job waits; if it has been released by then, the job
  /// runs only its own handler.
  var executionIdentity: AnyObject? { get }
}

extension ExecutionContext {
  /// `nil`: each handler is a separate job.
  @inlinable public var executionIdentity: AnyObject? { nil }
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

  @inlinable var identity: AnyObject? { context.executionIdentity }

  @usableFromInline var name: String { context.displayName }
}

extension ExecutionContext {
  /// The name for observers: the label of a queue, a name of its own, or the name of the type.
  var displayName: String {
    (self as? DispatchQueue)?.label ?? (self as? any NamedContext)?.name ?? "\(Self.self)"
  }
}
