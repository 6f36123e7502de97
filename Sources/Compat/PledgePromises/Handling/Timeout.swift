public import Dispatch
public import Foundation
internal import Pledge

extension Promise {
  /// Returns a promise that is rejected with ``PromiseError/timedOut`` if this one takes too long.
  ///
  /// The work goes on. The timer ends when there is an outcome. If this promise is broken and stays
  /// pending, the returned one is rejected when the time is over if something holds it until then;
  /// otherwise it is broken, too.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is resolved.
  ///   - interval: The time limit, in seconds.
  /// - Returns: A promise with the outcome, or with the timeout.
  @discardableResult
  public func timeout(
    on queue: DispatchQueue = .promises,
    _ interval: TimeInterval
  ) -> Promise {
    // Not a stage, which would settle by the loss of this promise: the timer can still reject it.
    let limited = Promise<Value>()
    let hold = Hold<Value>()
    hold.keep(limited)
    let source = handled.map(on: Turn(queue)) { outcome in hold.kept?.resolve(with: outcome) }
      .recover { brokenPromise in hold.kept?.outlive(brokenPromise) }
    let alarm = Alarm(after: interval)
    limited.inner.observe { [weak source] _ in
      withExtendedLifetime(alarm) { source?.discard() }
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
