public import PledgeCore

extension Future {
  /// Runs `body` however this ends and returns a promise with the same outcome.
  ///
  ///     load(1).ensure(on: MainActor.shared) { self.spinner.stop() }.catch { print($0) }
  ///
  /// `body` runs exactly once: with a value, with an error, when the returned promise is discarded or
  /// settled by hand, when a producer is lost, and even if its context drops it, then on the thread
  /// that does. After a discard it runs once the work above was asked to stop (spec 9.1).
  ///
  /// - Parameter body: Runs on the thread that settles or discards, or at once if this is settled.
  /// - Returns: A promise with the same outcome, after `body` has run.
  @inlinable
  public final func ensure(_ body: @escaping @Sendable () -> Void) -> Promise<Value> {
    stage(Ensuring(body))
  }

  /// Same as ``ensure(_:)``, with `body` running on `context`.
  @inlinable
  public final func ensure(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    stage(Ensuring(body), on: context)
  }

  /// Same as ``ensure(_:)``, with `body` running on the main actor.
  public final func ensure(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Value> {
    stage(Ensuring { MainActor.assumeIsolated { body() } }, on: actor)
  }
}

@frozen @usableFromInline struct Ensuring<Value: Sendable>: StageHandler {
  @usableFromInline let body: @Sendable () -> Void

  @inlinable init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .ensure }
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    body()
    return Resolution(outcome)
  }

  @inlinable func deferredCleanup() -> Cleanup? {
    Cleanup(body)
  }
}
