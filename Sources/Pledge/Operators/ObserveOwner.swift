extension Future {
  /// Runs `body` with `owner` and the value or the error, as long as `owner` is there.
  ///
  ///     load(1).observe(on: MainActor.shared, owner: self) { me, result in me.show(result) }
  ///
  /// The registration does not keep `owner`. When this promise settles after it has gone, `body` is
  /// released without running. A rejection need not be heard by anybody else, even then; discarding
  /// the returned promise takes `body` away (spec 3.8).
  ///
  /// - Parameters:
  ///   - owner: What `body` is for; held while it runs.
  ///   - body: Runs on the thread that settles this promise, or at once if it is settled.
  /// - Returns: A promise with the same outcome, after `body` has run.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    owner: Owner,
    _ body: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    observe { [weak owner] outcome in
      if let owner { body(owner, outcome) }
    }
  }

  /// Same as ``observe(owner:_:)``, with `body` running on `context`.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    on context: some ExecutionContext,
    owner: Owner,
    _ body: @escaping @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    observe(on: context) { [weak owner] outcome in
      if let owner { body(owner, outcome) }
    }
  }

  /// Same as ``observe(owner:_:)``, with `body` running on the main actor.
  @discardableResult
  public final func observe<Owner: AnyObject & Sendable>(
    on actor: MainActor,
    owner: Owner,
    _ body: @escaping @MainActor @Sendable (Owner, Result<Value, any Error>) -> Void
  ) -> Promise<Value> {
    observe(on: actor) { [weak owner] outcome in
      if let owner { body(owner, outcome) }
    }
  }
}
