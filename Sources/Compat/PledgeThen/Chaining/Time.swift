public import Foundation
internal import Pledge

extension Promise {
  /// Holds a value back; an error passes at once.
  ///
  /// - Parameter time: How long, in seconds, from when there is a value.
  /// - Returns: A promise with the same outcome, as dormant as this one. It is fulfilled on the operation queue that the
  ///   value came on, or else on a global queue.
  public func delay(_ time: TimeInterval) -> Promise<T> {
    derived(
      upstream.flatMap { value in
        let arrival = Arrival.here(or: .global())
        return after(Duration(time)).map(on: arrival) { value }
      }
    )
  }

  /// Rejects the promise with ``PromiseError/timeout`` where it takes too long; starts nothing but the
  /// timer.
  ///
  /// A broken promise that stays pending takes too long.
  ///
  /// - Parameter time: The limit in seconds, counted from this call.
  /// - Returns: A dormant promise with the same outcome, or with the timeout.
  public func timeout(_ time: TimeInterval) -> Promise<T> {
    let timer = after(Duration(time))
    return Promise(startedBy: { [self] in
      let limit: Inner = timer.map { throw PromiseError.timeout }
      // A broken promise stays pending until the time is over.
      return race(started.flatMapError(if: \.isBrokenPromise) { _ in limit }, limit)
    })
  }
}

extension Promises {
  /// Returns a promise that is fulfilled later.
  ///
  /// - Parameter time: How long it takes in seconds, from when it is started.
  /// - Returns: A dormant promise, which is fulfilled on a global queue.
  public static func delay(_ time: TimeInterval) -> Promise<Void> {
    Promise<Void>.resolve().delay(time)
  }
}

extension Duration {
  /// What Foundation means by `seconds`, within a hundred years.
  fileprivate init(_ seconds: TimeInterval) {
    self = .seconds(seconds > 0 ? min(seconds, 3_000_000_000) : 0)
  }
}
