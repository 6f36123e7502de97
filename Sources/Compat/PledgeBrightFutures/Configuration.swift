internal import Pledge

internal import class PledgeCore.Locked

/// The settings of this module, which BrightFutures does not have.
public enum BrightFuturesConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken future is failed instead of staying pending; `false` by default.
  ///
  /// A future is broken when it is not completed and nothing is left that could complete it: its
  /// `Promise` is gone, or the function that its resolver or `materialize` was given. By default it
  /// then stays pending for everything that waits for it, as in BrightFutures: no callback runs,
  /// and the callbacks are released. If this is `true`, a future of `any Error` fails with Pledge's
  /// `BrokenPromiseError`; other types of errors have no room for it, so those futures stay pending.
  ///
  /// In either case Pledge reports the broken future once, with the place where it was made, if
  /// anything waits for it.
  ///
  /// Read when a future breaks: set it once, at launch. Any thread.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this says that a future is broken and stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !BrightFuturesConfiguration.rejectsBrokenPromises
  }
}
