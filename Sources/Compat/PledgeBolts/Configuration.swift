internal import Pledge

internal import class PledgeCore.Locked

/// The settings of this module, which Bolts does not have.
public enum BoltsConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken task is faulted instead of staying pending; `false` by default.
  ///
  /// A task is broken when it is pending and nothing is left that could complete it: its
  /// `TaskCompletionSource` is gone, or its executor dropped the closure. By default it then stays
  /// pending for everything that waits for it, as in Bolts: no continuation runs, and the
  /// continuations are released. If this is `true`, it is faulted with Pledge's `BrokenPromiseError`, and
  /// `continueWith` and `continueOnError` run.
  ///
  /// In either case Pledge reports the broken task once, with the place where it was made, if
  /// anything waits for it.
  ///
  /// Read when a task breaks: set it once, at launch. Any thread.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this says that a task is broken and stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !BoltsConfiguration.rejectsBrokenPromises
  }
}
