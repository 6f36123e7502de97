public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Runs `body` with the error.
  ///
  /// Values, and cancellations that the policy excludes, pass without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - policy: The errors that `body` handles.
  ///   - body: Receives the error.
  /// - Returns: A finalizer whose closure runs after `body` or, if `body` does not run, when this
  ///   is settled.
  @preconcurrency @discardableResult
  public func `catch`(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let hop = Hop(on, flags)
    let end = uncheckedFuture.flatMapError(through: hop, by: policy) { error in
      body(error.perceived)
      throw error
    }
    return PMKFinalizer(after: end.map { _ in })
  }

  /// Logs the error as ``LogEvent/cauterized(_:)``, unless it is a cancellation, and ends the
  /// chain.
  ///
  /// - Returns: A finalizer whose closure runs afterward.
  @discardableResult
  public func cauterize() -> PMKFinalizer {
    `catch` { conf.logHandler(.cauterized($0)) }
  }
}

/// The end of a chain, after its `catch`.
public final class PMKFinalizer: Sendable {
  private let end: Pledge.Future<Void>

  init(after end: Pledge.Promise<Void>) {
    end.ignoringErrors()
    self.end = end
  }

  /// Runs `body` after the handler of `catch` or, if that does not run, when the chain is settled.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that ends the chain.
  ///   - flags: The flags of the work item.
  ///   - body: The closure to run.
  @preconcurrency
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    end.observe(through: Hop(on, flags)) { _ in body() }
  }
}
