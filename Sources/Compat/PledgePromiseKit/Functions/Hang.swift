internal import Foundation

/// Runs the run loop of this thread until `promise` is settled: for scripts, not for apps.
///
/// It looks at the promise a hundred times a second. Where there is Objective-C, it has to be
/// called on the main thread. If the promise is broken, it never returns, unless
/// ``PMKConfiguration/rejectsBrokenPromises`` is on.
///
/// - Parameter promise: What to wait for.
/// - Returns: The value.
/// - Throws: The error.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  #if canImport(Darwin)
  precondition(Thread.isMainThread, "hang(_:) was called off the main thread: call it there")
  #endif
  // A run loop that has nothing to wait for returns at once.
  let anything = Timer(timeInterval: 3600, repeats: true) { _ in }
  RunLoop.current.add(anything, forMode: .default)
  defer { anything.invalidate() }
  while true {
    switch promise.result {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    case nil: _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
  }
}
