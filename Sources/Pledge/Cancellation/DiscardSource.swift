internal import PledgeCore

/// What discards many promises at once, now or at a time.
///
///     let source = DiscardSource()
///     load(1).observe { print($0) }.discarded(by: source.token)
///     load(2).observe { print($0) }.discarded(by: source.token)
///     source.discard(after: .seconds(30))
///
/// Whoever starts work is given the ``token``; whoever may stop it keeps the source, in a property: a
/// variable lets go of it after the last use. A source that goes without having discarded never will:
/// its timers end, and what its tokens hold is released (spec 6.8).
public final class DiscardSource: Sendable {
  /// What the work is given.
  public let token = DiscardToken()

  /// Creates a source.
  public init() {}

  /// Creates a source that also discards as soon as one of `tokens` is discarded.
  ///
  ///     let (account, tab) = (DiscardSource(), DiscardSource())
  ///     let page = DiscardSource(linkedTo: [account.token, tab.token])
  ///
  /// They hold nothing of this source once it has discarded, or has gone (spec 6.8.8).
  ///
  /// - Parameter tokens: What else discards; a discard of this source does not touch them.
  public init(linkedTo tokens: [DiscardToken]) {
    for token in tokens { self.token.fire(when: token.signal) }
  }

  deinit {
    token.signal.discard()
  }

  /// Discards every promise that was given a token of this source, and each that will be.
  ///
  /// Any thread. Promises are discarded, and handlers run, in the order in which they came to the
  /// token. Calling it again does nothing (spec 6.8.1).
  ///
  /// - Complexity: O(*n*) in the number of promises and handlers.
  public func discard() {
    token.fire()
  }

  /// Discards once `delay` has passed, unless that has been done before.
  ///
  /// Any thread. Of several times the first one counts. The timer ends when the source discards,
  /// and when it goes (spec 6.8.6).
  ///
  /// - Parameters:
  ///   - delay: The time to wait; without any left, this discards before it returns.
  ///   - clock: What measures the time; ``discard()`` runs on one of its threads.
  public func discard(after delay: Duration, clock: some Clock<Duration> = ContinuousClock()) {
    guard delay > .zero else { return discard() }
    token.fire(when: Promise<Void>.sleeping(for: delay, on: clock))
  }
}

extension DiscardToken {
  // Not as a user would: to discard once more is no mistake.
  fileprivate func fire() {
    _ = signal.fulfill(())
  }

  /// Discards by this token once `event` is fulfilled.
  fileprivate func fire(when event: Future<Void>) {
    signal.addDependencies([
      event.observed { outcome in
        if case .success = outcome { fire() }
      }
    ])
  }
}
