public import Dispatch
internal import Pledge

extension CatchMixin {
  /// Runs `body` with the error.
  ///
  /// A value passes without a hop, as does a cancellation that the policy leaves out.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - policy: Which errors it gets.
  ///   - body: Gets the error.
  /// - Returns: What runs a closure after `body`, or where that does not run, at the end of this.
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

  /// Logs the error as ``LogEvent/cauterized(_:)``, unless it is a cancellation, and has done with
  /// it.
  ///
  /// - Returns: What runs a closure after that.
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

  /// Runs `body` after that of `catch`, or where that does not run, when the chain is settled.
  ///
  /// - Parameters:
  ///   - on: The queue that it runs on; `nil` for the thread that ends the chain.
  ///   - flags: How it is put there.
  ///   - body: What to run.
  @preconcurrency
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    end.observe(through: Hop(on, flags)) { _ in body() }
  }
}
