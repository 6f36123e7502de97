/// A context that runs each handler in a job of its own, on another context.
///
///     let queue = DispatchQueue(label: "database")
///     load(1)
///       .map(on: queue.separateJobs) { $0.name }
///       .observe(on: queue.separateJobs) { print($0) }
///
/// Without it, a queue runs the handlers of consecutive stages in one job (spec 3.6.8). Use it if
/// other work of the queue has to run between them, or if each handler has to be a separate
/// operation.
public struct SeparateJobs<Base: ExecutionContext>: ExecutionContext {
  /// The context that runs the jobs.
  public let base: Base

  /// Creates the context.
  ///
  /// - Parameter base: The context that runs the jobs.
  @inlinable public init(_ base: Base) {
    self.base = base
  }

  /// Passes `work` to the other context.
  ///
  /// - Parameter work: The work to run.
  @inlinable public func run(_ work: @escaping @Sendable () -> Void) {
    base.run(work)
  }

  /// `nil`: no two handlers share a job.
  @inlinable public var executionIdentity: AnyObject? { nil }
}

extension ExecutionContext {
  /// This context, with a job of its own for each handler; see ``SeparateJobs``.
  @inlinable public var separateJobs: SeparateJobs<Self> { SeparateJobs(self) }
}

extension SeparateJobs: NamedContext {
  package var name: String { base.displayName }
}
