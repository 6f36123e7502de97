internal import Pledge
internal import PledgeSupport

/// The settings of this module; When has none.
public enum WhenConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A pending promise is broken when its last reference and the closures that could settle it are
  /// released. By default its consumers then stay pending, as in When: no handler runs, and the
  /// handlers are released. If this is `true`, it is rejected with Pledge's `BrokenPromiseError`,
  /// and `fail`, `always`, and `recover` run.
  ///
  /// A promise that is rejected with the `BrokenPromiseError` of another one is broken, too.
  ///
  /// In either case, Pledge reports the broken promise once, with its creation site, if it has a
  /// consumer.
  ///
  /// Read when a promise breaks: set it once, at launch. Thread-safe.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this is the error of a broken promise that stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !WhenConfiguration.rejectsBrokenPromises
  }
}
