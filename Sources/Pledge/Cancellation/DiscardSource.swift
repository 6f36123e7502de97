internal import PledgeCore

/// A source that discards many promises together, now or at a later time.
///
///     let source = DiscardSource()
///     load(1).observe { print($0) }.discarded(by: source.token)
///     load(2).observe { print($0) }.discarded(by: source.token)
///     source.discard(after: .seconds(30))
///
/// Give the ``token`` to the code that starts work, and keep the source in the code that may stop
/// it. Keep it in a property: a variable is released after its last use. A source that is released
/// without discarding never discards: its timers stop, and everything its tokens hold is released
/// (spec 6.8).
///
/// A source can be used from any thread.
public final class DiscardSource: Sendable {
  /// The token to give to the work.
  public let token = DiscardToken()

  /// Creates a source.
  public init() {}

  /// Creates a source that also discards when one of `tokens` discards.
  ///
  ///     let (account, tab) = (DiscardSource(), DiscardSource())
  ///     let page = DiscardSource(linkedTo: [account.token, tab.token])
  ///
  /// The tokens hold nothing of this source once it has discarded or has been released
  /// (spec 6.8.8).
  ///
  /// - Parameter tokens: The tokens that also trigger this source. A discard of this source does
  ///   not affect them.
  public init(linkedTo tokens: [DiscardToken]) {
    for token in tokens { self.token.fire(when: token.signal) { $0 } }
  }

  deinit {
    token.signal.discard()
  }

  /// Discards every promise that was or will be given a token of this source.
  ///
  /// Promises are discarded, and handlers run, in the order in which they were added to the token.
  /// Calling this method again has no effect (spec 6.8.1).
  ///
  /// - Complexity: O(*n*), where *n* is the number of promises and handlers.
  public func discard() {
    token.fire(because: .token)
  }

  /// Same as ``discard()``, for a reason that the errors contain (spec 6.1.11).
  ///
  /// - Parameter reason: Becomes ``DiscardedError/reason``.
  public func discard(because reason: String) {
    token.fire(because: DiscardReason(.token, reason))
  }

  /// Discards after `delay`, unless the source has already discarded.
  ///
  /// If this method is called several times, the earliest time counts. The timer stops when the
  /// source discards or is released (spec 6.8.6).
  ///
  /// - Parameters:
  ///   - delay: The time to wait. If it is zero or negative, the source discards before this method
  ///     returns.
  ///   - clock: The clock that measures the time. ``discard()`` runs on one of its threads.
  public func discard(after delay: Duration, clock: any Clock<Duration> = ContinuousClock()) {
    guard delay > .zero else { return discard() }
    token.fire(when: Promise<Void>.sleeping(for: delay, on: clock)) { .token }
  }
}

extension DiscardToken {
  // Discarding again is allowed, so it is not reported as a second settlement.
  func fire(because reason: DiscardReason) {
    _ = signal.tryFulfill(reason)
  }

  /// Discards by this token once `event` is fulfilled.
  fileprivate func fire<Value>(
    when event: Future<Value>,
    because reason: @escaping @Sendable (Value) -> DiscardReason
  ) {
    signal.addDependencies(
      .one(
        event.observed { outcome in
          if case .success(let value) = outcome { fire(because: reason(value)) }
        }
      )
    )
  }
}
