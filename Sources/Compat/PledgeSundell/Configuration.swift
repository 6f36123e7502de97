internal import Pledge
internal import PledgeSupport

/// The settings of this module; Sundell's article has none.
public enum SundellConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A pending promise is broken when its last reference is released. By default all its consumers
  /// then stay pending, as in the article: no callback runs, and the callbacks are released. If
  /// this is `true`, it is rejected with Pledge's `BrokenPromiseError`, and callbacks run.
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
    self is BrokenPromiseError && !SundellConfiguration.rejectsBrokenPromises
  }
}
