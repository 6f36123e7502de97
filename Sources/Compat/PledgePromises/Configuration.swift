internal import Pledge
internal import PledgeSupport

/// The settings of this module; google/promises has none.
public enum PromisesConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A pending promise is broken when nothing is left that could resolve it: its last reference was
  /// released, or both functions passed to its work were. By default it then stays pending for all
  /// its consumers, as in google/promises: no handler runs, and the handlers are released. A
  /// promise derived from it can still be resolved directly, as long as it is referenced. If this
  /// is `true`, both are rejected with Pledge's `BrokenPromiseError`, and `catch`, `recover`, and
  /// `always` run.
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
    self is BrokenPromiseError && !PromisesConfiguration.rejectsBrokenPromises
  }
}
