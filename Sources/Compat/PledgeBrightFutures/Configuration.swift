internal import Pledge
internal import PledgeSupport

/// The settings of this module; BrightFutures has none.
public enum BrightFuturesConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken future fails instead of staying pending; `false` by default.
  ///
  /// A pending future is broken when nothing is left that could complete it: its `Promise` was
  /// released, or the function passed to its resolver or to the closure of `materialize`. By
  /// default it then stays pending for all its consumers, as in BrightFutures: no callback runs,
  /// and the callbacks are released. If this is `true`, a future of `any Error` fails with Pledge's
  /// `BrokenPromiseError`; other error types cannot represent that error, so those futures stay
  /// pending.
  ///
  /// In either case, Pledge reports the broken future once, with its creation site, if it has a
  /// consumer.
  ///
  /// Read when a future breaks: set it once, at launch. Thread-safe.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this is the error of a broken future that stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !BrightFuturesConfiguration.rejectsBrokenPromises
  }
}
