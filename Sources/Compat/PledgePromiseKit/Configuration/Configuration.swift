public import Dispatch

internal import class PledgeCore.Locked

/// What an app sets once for all of its promises.
public struct PMKConfiguration: Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The queues of handlers for which none is named: of those that transform, and of those that end
  /// a chain or only look at it.
  ///
  /// `nil` runs them at once.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)

  /// What `catch` and `recover` take where no policy is named.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Whether a broken promise is rejected.
  ///
  /// A promise is broken if its ``Resolver`` is deallocated while the promise is pending. By default, a
  /// broken promise stays pending, as in PromiseKit: no handler of it runs, and whatever waits for it
  /// waits for ever. If this is `true` when the resolver is deallocated, the promise is rejected with
  /// Pledge's `BrokenPromiseError`, like any promise that fails: `catch`, `ensure` and `finally` run, and
  /// `async()` and `wait()` throw. A ``Guarantee`` stays pending in any case; a promise that waits
  /// for it is rejected.
  ///
  /// Either way, ``LogEvent/pendingPromiseDeallocated`` is logged, and Pledge reports the place where the
  /// promise was created.
  public var rejectsBrokenPromises = false

  /// Gets the events that are worth a line in a log, on the thread they happen on.
  ///
  /// At first it prints them.
  @preconcurrency public var logHandler: @Sendable (LogEvent) -> Void = { $0.print() }
}

private let configuration = Locked(PMKConfiguration())

/// The configuration, which calls that are made afterwards see.
///
/// Any thread may read and change it, one property at a time; of two that change it at once, one
/// wins.
public var conf: PMKConfiguration {
  get { configuration.withLock { $0 } }
  set {
    // The old one is handed out, so that it is released when the lock is free.
    _ = configuration.withLock { kept in
      defer { kept = newValue }
      return kept
    }
  }
}
