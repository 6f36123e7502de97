internal import Pledge

internal import class PledgeCore.Locked

/// The settings of this module, which When does not have.
public enum WhenConfiguration {
  private static let rejects = Locked(false)

  /// Whether a broken promise is rejected instead of staying pending; `false` by default.
  ///
  /// A promise is broken when it is pending and its last reference is gone, with the closures that
  /// could settle it. By default everything that waits for it then stays pending, as in When: no
  /// handler runs, and the handlers are released. If this is `true`, it is rejected with Pledge's
  /// `BrokenPromiseError`, and `fail`, `always`, and `recover` run.
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

/// What those who derive from a promise are told when it is broken and stays pending.
///
/// No handler of a user's receives it.
struct BrokenPromise: Error {
  /// The error, which Pledge has reported.
  let error: any Error

  /// Creates a loss with `error`, unless it is to be a rejection.
  init?(_ error: any Error) {
    guard error is BrokenPromiseError, !WhenConfiguration.rejectsBrokenPromises else { return nil }
    self.error = error
  }
}

extension Result {
  /// The loss that this is, if it is one.
  var brokenPromise: BrokenPromise? {
    if case .failure(let error) = self { error as? BrokenPromise } else { nil }
  }
}
