public import Dispatch
internal import Pledge

extension AsyncType {
  /// Returns one that completes later, on the main queue if this is called there, and on a global queue
  /// if not.
  ///
  /// - Parameter interval: How much later than this one.
  /// - Returns: One that completes with the same value.
  public func delay(_ interval: DispatchTimeInterval) -> Self {
    delay(defaultQueue(), interval: interval)
  }

  /// Returns one that completes later, on `queue`; with an interval of none, too.
  ///
  /// - Parameters:
  ///   - queue: Where it completes.
  ///   - interval: How much later than this one.
  /// - Returns: One that completes with the same value, be it a success or a failure.
  public func delay(_ queue: DispatchQueue, interval: DispatchTimeInterval) -> Self {
    Self(other: Async(asAsync.core.delayed(on: queue, by: interval)))
  }
}

extension Core {
  func delayed(on queue: DispatchQueue, by interval: DispatchTimeInterval) -> Core {
    Core(handled.map(on: Alarm(queue: queue) { .now() + interval }) { $0 })
  }
}
