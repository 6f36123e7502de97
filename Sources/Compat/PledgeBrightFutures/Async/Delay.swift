public import Dispatch
internal import Pledge

extension AsyncType {
  /// Same as ``delay(_:interval:)``, on the main queue if called there, otherwise on a global one.
  public func delay(_ interval: DispatchTimeInterval) -> Self {
    delay(defaultQueue(), interval: interval)
  }

  /// Returns an async that completes later, on `queue`, even if `interval` is zero.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it completes.
  ///   - interval: The delay after this one completes.
  /// - Returns: An async that completes with the same value, whether a success or a failure.
  public func delay(_ queue: DispatchQueue, interval: DispatchTimeInterval) -> Self {
    Self(other: Async(asAsync.core.delayed(on: queue, by: interval)))
  }
}

extension Core {
  func delayed(on queue: DispatchQueue, by interval: DispatchTimeInterval) -> Core {
    Core(handled.map(on: Alarm(queue: queue) { .now() + interval }) { $0 })
  }
}
