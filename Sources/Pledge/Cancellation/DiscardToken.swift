internal import PledgeCore

/// A token that lets other code stop work; see ``DiscardSource``.
///
///     func loadAll(_ ids: [Int], until token: DiscardToken) -> Promise<[User]> {
///       ids.mapConcurrently(limit: 4) { load($0) }.discarded(by: token)
///     }
///
/// To stop the work of one promise, discard the promise. A token is for several promises, and for
/// code that has no promise. All copies represent the same token.
public struct DiscardToken: Sendable {
  /// Fulfilled with the reason when the source discards; discarded if the source is released
  /// without discarding.
  let signal = Promise<DiscardReason>(pendingAt: .unknown)

  /// Whether the source has discarded (spec 6.8.4).
  ///
  /// Can be read from any thread.
  public var isDiscarded: Bool { signal.isFulfilled }

  /// Throws ``DiscardedError`` if the source has discarded.
  ///
  ///     for id in ids {
  ///       try token.throwIfDiscarded()
  ///       print(try await fetch(id))
  ///     }
  ///
  /// Can be called from any thread.
  ///
  /// - Throws: ``DiscardedError``.
  public func throwIfDiscarded() throws {
    if case .success(let reason) = signal.peekedOutcome {
      throw DiscardedError(cause: .token, reason: reason.text)
    }
  }

  /// Runs `body` when the source discards.
  ///
  ///     let registration = token.onDiscard { sdk.stop() }
  ///
  /// `body` is released after it has run, or when the source is released without discarding.
  /// Discarding the returned promise also releases `body`, which then never runs (spec 6.8.5). You
  /// do not need to keep the promise.
  ///
  /// - Parameter body: Runs on the thread that discards, or immediately if the source has
  ///   discarded.
  /// - Returns: A promise that is fulfilled after `body` has run.
  @discardableResult
  public func onDiscard(_ body: @escaping @Sendable () -> Void) -> Promise<Void> {
    signal.map { reason in DiscardReason.applying(reason, body) }
  }

  /// Same as ``onDiscard(_:)``, with `body` running on `context`.
  @discardableResult
  public func onDiscard(
    on context: some ExecutionContext,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Void> {
    signal.map(on: context) { reason in DiscardReason.applying(reason, body) }
  }

  /// Same as ``onDiscard(_:)``, with `body` running on the main actor.
  @discardableResult
  public func onDiscard(
    on actor: MainActor,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> Promise<Void> {
    signal.map(on: actor) { reason in DiscardReason.applying(reason) { body() } }
  }
}

extension Promise {
  /// Lets `token` discard this promise, immediately if its source has already discarded.
  ///
  ///     load(1).observe { print($0) }.discarded(by: token)
  ///
  /// The token holds the promise weakly and is not a consumer. When the promise is settled, the
  /// token forgets it in amortized constant time. A discard is the owner's decision and affects all
  /// consumers of this promise; to leave the others unaffected, derive a promise and give that to
  /// the token (spec 6.8).
  ///
  /// - Parameter token: The token that may discard this promise.
  /// - Returns: This promise.
  @discardableResult
  public func discarded(by token: DiscardToken) -> Promise<Value> {
    guard isPending else { return self }
    // A registration made inside one of the token's own handlers would take effect only after that
    // handler has returned.
    if case .success(let reason) = token.signal.peekedOutcome {
      discardNode(because: reason)
      return self
    }
    discardNode(onceFulfilled: token.signal)
    return self
  }
}
