public import Dispatch
internal import PledgeSupport

/// The settings of an app for all of its promises.
public struct PMKConfiguration: Sendable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The default queues of handlers: `map` for handlers that transform, `return` for handlers that
  /// end or only observe a chain.
  ///
  /// `nil` runs them synchronously.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) = (map: .main, return: .main)

  /// The default policy of `catch` and `recover`.
  public var catchPolicy = CatchPolicy.allErrorsExceptCancellation

  /// Whether a broken promise is rejected.
  ///
  /// A promise is broken if its ``Resolver`` is deallocated while the promise is pending. By
  /// default, a broken promise stays pending, as in PromiseKit: none of its handlers runs, and its
  /// consumers wait forever. If this is `true` when the resolver is deallocated, the promise is
  /// rejected with Pledge's `BrokenPromiseError`, like any promise that fails: `catch`, `ensure`,
  /// and `finally` run, and `async()` and `wait()` throw. A ``Guarantee`` stays pending in any
  /// case; a promise that waits for it is rejected.
  ///
  /// Either way, ``LogEvent/pendingPromiseDeallocated`` is logged, and Pledge reports where the
  /// promise was created.
  public var rejectsBrokenPromises = false

  /// The handler of log events.
  ///
  /// It runs on the thread on which the event occurs.
  ///
  /// The default handler prints the events.
  @preconcurrency public var logHandler: @Sendable (LogEvent) -> Void = { $0.print() }
}

private let configuration = Locked(PMKConfiguration())

/// The configuration; changes apply to calls made afterward.
///
/// Thread-safe for reading and changing one property at a time. If two threads change the
/// configuration concurrently, one change wins.
public var conf: PMKConfiguration {
  get { configuration.withLock { $0 } }
  set {
    // Returns the old configuration, so that it is released outside of the lock.
    _ = configuration.withLock { current in
      defer { current = newValue }
      return current
    }
  }
}
