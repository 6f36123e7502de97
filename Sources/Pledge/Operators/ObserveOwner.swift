internal import PledgeCore

extension Future {
  /// Calls `body` with `owner` and the value or the error, as long as `owner` exists.
  ///
  ///     load(1).observe(on: MainActor.shared, owner: self) { me, result in me.show(result) }
  ///
  /// The registration does not retain `owner`. If `owner` has been deallocated when this promise
  /// settles, `body` is released without being called. A rejection of this promise counts as
  /// handled, even then. If the returned promise is discarded first, `body` is released without
  /// being called (spec 3.8).
  ///
  /// - Parameters:
  ///   - owner: The object to pass to `body`. It is retained only while `body` runs.
  ///   - body: A closure that receives `owner` and the value or the error. Runs on the thread that
  ///     settles this promise, or immediately if it is already settled.
  /// - Returns: A promise with the same outcome, settled after `body` has run.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    owner: Owner,
    _ body: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    stage(ObservingOwner(owner, body))
  }

  /// Same as ``observe(owner:_:)``, with `body` running on `context`.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    on context: some ExecutionContext,
    owner: Owner,
    _ body: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    stage(ObservingOwner(owner, body), on: context)
  }

  /// Same as ``observe(owner:_:)``, with `body` running on the main actor.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    on actor: MainActor,
    owner: Owner,
    _ body: @escaping @MainActor @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    let onActor: @Sendable (Owner, Result<Value, any Error>) -> Void = { owner, outcome in
      MainActor.assumeIsolated { body(owner, outcome) }
    }
    return stage(ObservingOwner(owner, onActor), on: actor)
  }
}

private struct ObservingOwner<Owner: AnyObject & Sendable, Value: Sendable>: PlainStageHandler {
  /// Calls the closure of the user with the owner and the outcome, if there is one; returns the
  /// owner if it exists.
  private let run: @Sendable (Result<Value, any Error>?) -> Owner?

  init(_ owner: Owner, _ body: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void) {
    run = { [weak owner] outcome in
      guard let owner else { return nil }
      if let outcome { body(owner, outcome) }
      return owner
    }
  }

  static var operatorID: OperatorID { .observe }
  static var interest: Interest { .both }
  static var marksHandled: Bool { true }

  var recipient: Recipient { run(nil).map { .object($0) } ?? .derived }

  func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    _ = run(outcome)
    return Resolution(outcome)
  }
}
