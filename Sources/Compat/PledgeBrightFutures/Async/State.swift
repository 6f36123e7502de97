public import Dispatch
internal import Pledge

internal import struct PledgeCore.Nesting

extension AsyncType {
  /// Whether there is a value.
  ///
  /// Any thread.
  public var isCompleted: Bool { result != nil }

  /// Blocks the thread until this is completed.
  ///
  /// Not for the main thread if what completes this needs that.
  ///
  /// - Returns: What this completes with.
  public func forced() -> Value {
    while true {
      if let value = forced(.distantFuture) { return value }
    }
  }

  /// Blocks the thread until this is completed, or until `timeout`.
  ///
  /// - Parameter timeout: When to give up.
  /// - Returns: What this completes with, or `nil` if it has not.
  public func forced(_ timeout: DispatchTime) -> Value? {
    if let result { return result }
    let inner = asAsync.core.handled
    inner.shared()
    let completed = DispatchSemaphore(value: 0)
    let observer = inner.observe { outcome in
      if case .success = outcome { completed.signal() }
    }
    Nesting.runDeferredBeforeBlocking()
    guard completed.wait(timeout: timeout) == .success else {
      observer.discard()
      return result
    }
    return try? inner.result?.get().value
  }
}
