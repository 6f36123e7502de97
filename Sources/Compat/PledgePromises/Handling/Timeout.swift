public import Dispatch
public import Foundation
internal import Pledge

extension Promise {
  /// Returns a promise that is rejected with ``PromiseError/timedOut`` if this one takes too long.
  ///
  /// The work continues. The timer ends when there is an outcome. If this promise is broken and
  /// stays pending, the returned promise is rejected at the time limit, provided that it is still
  /// referenced then; otherwise it is broken, too.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is resolved.
  ///   - interval: The time limit, in seconds.
  /// - Returns: A promise with the outcome, or with the timeout error.
  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises,
    _ interval: TimeInterval
  ) -> Promise {
    let limited = stage(on: queue) { $0 }
    let alarm = Alarm(after: interval)
    limited.handled.observe { _ in withExtendedLifetime(alarm) {} }
    // Captured weakly, so that the timer does not retain it.
    alarm.timer.map(on: queue) { [weak limited] in limited?.reject(PromiseError.timedOut) }
      .ignoringErrors()
    return limited
  }
}

/// A timer that is discarded when the promise that it may reject no longer needs it.
private final class Alarm: Sendable {
  let timer: Pledge.Promise<Void>

  init(after interval: TimeInterval) {
    timer = pause(interval)
  }

  deinit {
    timer.discard()
  }
}
