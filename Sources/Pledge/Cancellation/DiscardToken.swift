internal import PledgeCore

/// What work is given so that somebody else may stop it: see ``DiscardSource``.
///
///     func loadAll(_ ids: [Int], until token: DiscardToken) -> Promise<[User]> {
///       ids.mapConcurrently(limit: 4) { load($0) }.discarded(by: token)
///     }
///
/// A promise is what can be discarded; a token is for many of them, and for code that has none. Copies
/// are one token.
public struct DiscardToken: Sendable {
  /// Fulfilled when the source discards; discarded when the source goes without.
  let signal = Promise<Void>(pendingAt: .untold)

  /// Whether the source has discarded (spec 6.8.4).
  ///
  /// Any thread.
  public var isDiscarded: Bool { signal.isFulfilled }

  /// Throws ``DiscardedError`` if the source has discarded.
  ///
  ///     for id in ids {
  ///       try token.throwIfDiscarded()
  ///       print(try await fetch(id))
  ///     }
  ///
  /// Any thread.
  ///
  /// - Throws: ``DiscardedError``.
  public func throwIfDiscarded() throws {
    if isDiscarded { throw DiscardedError() }
  }

  /// Runs `body` when the source discards.
  ///
  ///     let registration = token.onDiscard { sdk.stop() }
  ///
  /// `body` is released when it has run, when the source goes without having discarded, and when the
  /// returned promise is discarded, which takes it away (spec 6.8.5). Nothing has to keep that promise.
  ///
  /// - Parameter body: Runs on the thread that discards, or at once if that has been done.
  /// - Returns: A promise that is fulfilled when `body` has run.
  @discardableResult
  public func onDiscard(_ body: @escaping @Sendable () -> Void) -> Promise<Void> {
    signal.map(body)
  }

  /// Same as ``onDiscard(_:)``, with `body` running on `context`.
  @discardableResult
  public func onDiscard(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    signal.map(on: context, body)
  }

  /// Same as ``onDiscard(_:)``, with `body` running on the main actor.
  @discardableResult
  public func onDiscard(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Void> {
    signal.map(on: actor, body)
  }
}

extension Promise {
  /// Lets `token` discard this promise, at once if its source has discarded already.
  ///
  ///     load(1).observe { print($0) }.discarded(by: token)
  ///
  /// The token holds the promise weakly, is no consumer of it, and forgets it as soon as it is settled,
  /// in amortised constant time. A discard is the owner's decision: it also reaches others who wait for
  /// this promise. Derive one and give that to the token where others should not notice (spec 6.8).
  ///
  /// - Parameter token: What may discard this promise, besides others.
  /// - Returns: This promise.
  @discardableResult
  public func discarded(by token: DiscardToken) -> Promise<Value> {
    guard isPending else { return self }
    // In one of the token's own handlers, a registration would wait for the end of that.
    if token.isDiscarded {
      discard()
      return self
    }
    discardNode(onceFulfilled: token.signal)
    return self
  }
}
