public import Dispatch
public import Foundation
internal import Pledge

extension Promise {
  /// Returns a promise that is rejected with ``PromiseError/timedOut`` if this one takes too long.
  ///
  /// The work goes on. The timer ends when there is an outcome.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is resolved.
  ///   - interval: The time there is, in seconds.
  /// - Returns: A promise with the outcome, or with the timeout.
  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises,
    _ interval: TimeInterval
  ) -> Promise {
    let alarm = Alarm(after: interval)
    let limited = stage(on: queue) { outcome in
      withExtendedLifetime(alarm) { outcome }
    }
    // Weakly, so that the timer keeps nothing.
    alarm.timer.map(on: queue) { [weak limited] in limited?.reject(PromiseError.timedOut) }
      .ignoringErrors()
    return limited
  }
}

/// A timer that ends with this, which is held by who might be too late.
private final class Alarm: Sendable {
  let timer: Pledge.Promise<Void>

  init(after interval: TimeInterval) {
    timer = pause(interval)
  }

  deinit {
    timer.discard()
  }
}
