internal import Pledge

internal import class PledgeCore.Locked

/// The settings of this module, which the article does not have.
public enum SundellConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A promise is broken when it is pending and its last reference is gone. By default everything
  /// that waits for it then stays pending, as in the article: no callback runs, and the callbacks
  /// are released. If this is `true`, it is rejected with Pledge's `BrokenPromiseError`, and callbacks run.
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
    self is BrokenPromiseError && !SundellConfiguration.rejectsBrokenPromises
  }
}
