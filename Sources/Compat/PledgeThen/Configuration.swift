internal import Pledge
internal import PledgeSupport

/// The settings of this module; then has none.
public enum ThenConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A promise that is started and pending is broken when nothing is left that could settle it: the
  /// closures passed to its callback were released, or its last reference was. By default it then
  /// stays pending for all its consumers, as in then: no block runs, and the blocks are released. A
  /// promise derived from it can still be settled directly, as long as it is referenced. If this is
  /// `true`, both are rejected with Pledge's `BrokenPromiseError`, `onError` and `finally` run, and
  /// `retry` counts it as a failure.
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
    self is BrokenPromiseError && !ThenConfiguration.rejectsBrokenPromises
  }
}
