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
  /// In either case, Pledge reports the broken promise once, with its creation site, if it has a
  /// consumer.
  ///
  /// Read when a promise breaks: set it once, at launch. Thread-safe.
  public static var rejectsBrokenPromises: Bool {
    get { rejects.withLock { $0 } }
    set { rejects.withLock { $0 = newValue } }
  }
}

/// The result that derived promises receive from a broken promise that stays pending.
///
/// It is not passed to any client's handler.
struct BrokenPromise: Error {
  /// The error that Pledge has reported.
  let error: any Error

  /// Wraps the error of a broken promise, or returns `nil` if `error` is to be a rejection.
  init?(_ error: any Error) {
    guard error is BrokenPromiseError, !WhenConfiguration.rejectsBrokenPromises else { return nil }
    self.error = error
  }
}

extension Result {
  /// The broken promise that this result represents, if it is one.
  var brokenPromise: BrokenPromise? {
    if case .failure(let error) = self { error as? BrokenPromise } else { nil }
  }
}
