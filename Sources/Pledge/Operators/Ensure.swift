public import PledgeCore

extension Future {
  /// Runs `body` regardless of the outcome, and returns a promise with the same outcome.
  ///
  ///     load(1).ensure(on: MainActor.shared) { self.spinner.stop() }.catch { print($0) }
  ///
  /// `body` runs exactly once: after a value, after an error, if the returned promise is discarded
  /// or settled explicitly, and if the promise is broken. If the context drops `body`, it runs on
  /// the thread that drops it. After a discard, it runs once the work upstream has been asked to
  /// stop (spec 9.1). If there are asynchronous cleanups upstream, such as those of
  /// ``ensureThen(_:)``, it runs when these have ended (spec 9.5).
  ///
  /// - Parameter body: The cleanup. Runs on the thread that settles or discards either promise, or
  ///   that ends the last asynchronous cleanup; immediately if this promise is already settled.
  /// - Returns: A promise with the same outcome, settled after `body` has run unless it is
  ///   discarded or settled explicitly.
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
  ///
  /// After a discard, `body` runs in a later turn of the main queue, even if the call that discards
  /// is on the main actor.
  public final func ensure(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Value> {
    stage(Ensuring { MainActor.assumeIsolated { body() } }, on: actor)
  }
}

@frozen @usableFromInline struct Ensuring<Value: Sendable>: PlainStageHandler {
  @usableFromInline let body: @Sendable () -> Void

  @inlinable init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  @inlinable static var operatorID: OperatorID { .ensure }
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable var recipient: Recipient { .derived }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    body()
    return Resolution(outcome)
  }

  @inlinable func deferredCleanup() -> Cleanup? {
    Cleanup(body)
  }
}

extension Future {
  /// Same as ``ensure(_:)``, for a closure that only stops or frees something: it does not wait for
  /// cleanups upstream (spec 9.5.7).
  @inlinable
  final func ensureAtOnce(_ body: @escaping @Sendable () -> Void) -> Promise<Value> {
    stage(EnsuringAtOnce(base: Ensuring(body)))
  }
}

@frozen @usableFromInline struct EnsuringAtOnce<Value: Sendable>: PlainStageHandler {
  @usableFromInline let base: Ensuring<Value>

  @inlinable init(base: Ensuring<Value>) {
    self.base = base
  }

  @inlinable static var operatorID: OperatorID { .step }
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable var recipient: Recipient { .derived }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    try base.resolve(with: outcome)
  }

  @inlinable func deferredCleanup() -> Cleanup? {
    .stopping(base.body)
  }
}
