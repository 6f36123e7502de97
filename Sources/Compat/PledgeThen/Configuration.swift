internal import Pledge

internal import class PledgeCore.Locked

/// The settings of this module, which then does not have.
public enum ThenConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A promise is broken when it is started, pending, and nothing is left that could settle it: the
  /// closures that its callback was given are gone, or its last reference. By default it then stays
  /// pending for everything that waits for it, as in then: no block runs, and the blocks are
  /// released. If this is `true`, it is rejected with Pledge's `BrokenPromiseError`, `onError` and `finally`
  /// run, and `retry` counts it as a failure.
  ///
  /// In either case Pledge reports the broken promise once, with the place where it was made, if
  /// anything waits for it.
  ///
  /// Read when a promise breaks: set it once, at launch. Any thread.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this says that a promise is broken and stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !ThenConfiguration.rejectsBrokenPromises
  }
}
