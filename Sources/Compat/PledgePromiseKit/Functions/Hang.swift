internal import Foundation

/// Runs the run loop of this thread until `promise` is settled: for scripts, not for apps.
///
/// Checks the promise a hundred times per second. On Apple platforms, it must be called on the main
/// thread. If the promise is broken, this never returns, unless
/// ``PMKConfiguration/rejectsBrokenPromises`` is on.
///
/// - Parameter promise: The promise to wait for.
/// - Returns: The value.
/// - Throws: The error.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  #if canImport(Darwin)
  precondition(Thread.isMainThread, "hang(_:) must be called on the main thread")
  #endif
  // A run loop without sources returns immediately.
  let source = Timer(timeInterval: 3600, repeats: true) { _ in }
  RunLoop.current.add(source, forMode: .default)
  defer { source.invalidate() }
  while true {
    switch promise.result {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    case nil: _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    }
  }
}
