public import Dispatch
internal import Pledge

extension AsyncType {
  /// Whether there is a value.
  ///
  /// Thread-safe.
  public var isCompleted: Bool { result != nil }

  /// Blocks the thread until this is completed.
  ///
  /// Do not call this on the main thread if completing this needs the main thread.
  ///
  /// - Returns: The value.
  public func forced() -> Value {
    while true {
      if let value = forced(.distantFuture) { return value }
    }
  }

  /// Blocks the thread until this is completed, or until `timeout`.
  ///
  /// - Parameter timeout: The time at which to give up.
  /// - Returns: The value, or `nil` if this is not completed in time.
  public func forced(_ timeout: DispatchTime) -> Value? {
    if let result { return result }
    let inner = asAsync.core.handled
    inner.shared()
    let completed = DispatchSemaphore(value: 0)
    let observer = inner.observe { outcome in
      if case .success = outcome { completed.signal() }
    }
    prepareToBlock()
    guard completed.wait(timeout: timeout) == .success else {
      observer.discard()
      return result
    }
    return try? inner.result?.get().value
  }
}
