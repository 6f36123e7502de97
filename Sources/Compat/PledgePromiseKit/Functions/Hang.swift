internal import Foundation

/// Runs the run loop of this thread until `promise` is settled: for scripts, not for apps.
///
/// Where there is Objective-C, it has to be called on the main thread.
///
/// - Parameter promise: What to wait for.
/// - Returns: The value.
/// - Throws: The error.
public func hang<T>(_ promise: Promise<T>) throws -> T {
  #if canImport(Darwin)
  precondition(Thread.isMainThread, "hang(_:) was called off the main thread: call it there")
  #endif
  // A run loop without anything to wait for returns at once; with one, it looks up now and then.
  let pulse = Timer(timeInterval: 0.01, repeats: true) { _ in }
  RunLoop.current.add(pulse, forMode: .default)
  defer { pulse.invalidate() }
  while true {
    switch promise.result {
    case .fulfilled(let value): return value
    case .rejected(let error): throw error
    case nil: _ = RunLoop.current.run(mode: .default, before: .distantFuture)
    }
  }
}
