internal import PledgeCore

extension Resolver {
  /// Registers a closure that stops `work` if the promise is discarded (spec 6.2).
  ///
  ///     resolver.onDiscard(of: sdk.start(1, completion: resolver.settle)) { $0.cancel() }
  ///
  /// Same as ``onDiscard(_:)``, for an object that need not be `Sendable` if nothing else refers to
  /// it. The object is sent to this method and kept until the promise is settled. If it retains a
  /// callback that holds this resolver, and never calls it, the promise stays pending until it is
  /// discarded.
  ///
  /// - Parameters:
  ///   - work: The started work.
  ///   - stop: Stops the work, on the thread that discards the promise; its result is ignored.
  public func onDiscard<Work, Ignored>(
    of work: sending Work,
    _ stop: @escaping @Sendable (Work) -> Ignored
  ) {
    let work = UncheckedSendable(work)
    onDiscard { _ = stop(work.value) }
  }

  /// Registers a closure that stops the work on `context` if the promise is discarded (spec 6.2.5).
  ///
  ///     resolver.onDiscard(on: background) { sdk.stop() }
  ///
  /// Same as ``onDiscard(_:)``, for work that must be stopped on a certain context. The promise is
  /// discarded without waiting for `stop`.
  ///
  /// - Parameters:
  ///   - context: The execution context that runs `stop`.
  ///   - stop: Stops the work; its result is ignored.
  public func onDiscard<Ignored>(
    on context: some ExecutionContext,
    _ stop: @escaping @Sendable () -> Ignored
  ) {
    onDiscard { context.runReported(DiscardReason.keeping { _ = stop() }) }
  }

  /// Registers a closure that stops the work on the main actor if the promise is discarded
  /// (spec 6.2).
  ///
  ///     resolver.onDiscard(on: MainActor.shared) { self.stopSpinner() }
  ///
  /// - Parameters:
  ///   - actor: The main actor.
  ///   - stop: Stops the work: immediately if the promise is discarded on the main queue, or else
  ///     asynchronously on it; its result is ignored.
  public func onDiscard<Ignored>(
    on actor: MainActor,
    _ stop: @escaping @MainActor () -> Ignored
  ) {
    onDiscard {
      let body = DiscardReason.keeping { MainActor.assumeIsolated { _ = stop() } }
      Promise(value: ()).observe(on: actor) { _ in body() }
    }
  }
}
