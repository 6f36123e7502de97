internal import Pledge
internal import PledgeSupport

/// The settings of this module; Bolts has none.
public enum BoltsConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken task is faulted instead of staying pending; `false` by default.
  ///
  /// A pending task is broken when nothing is left that could complete it: its
  /// `TaskCompletionSource` was released, or its executor dropped the closure. By default it then
  /// stays pending for all its consumers, as in Bolts: no continuation runs, and the continuations
  /// are released. If this is `true`, the task is faulted with Pledge's `BrokenPromiseError`, and
  /// `continueWith` and `continueOnError` run.
  ///
  /// In either case, Pledge reports the broken task once, with its creation site, if it has a
  /// consumer.
  ///
  /// Read when a task breaks: set it once, at launch. Thread-safe.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

extension Error {
  /// Whether this is the error of a broken task that stays pending.
  var isBrokenPromise: Bool {
    self is BrokenPromiseError && !BoltsConfiguration.rejectsBrokenPromises
  }
}
