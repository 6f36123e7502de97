public import Foundation
internal import Pledge

extension Promise {
  /// Delays a value; an error passes immediately.
  ///
  /// - Parameter time: The delay in seconds, from when there is a value.
  /// - Returns: A promise with the same outcome; it is dormant if this one is. It is fulfilled on
  ///   the operation queue on which the value arrived or, if there is none, on a global queue.
  public func delay(_ time: TimeInterval) -> Promise<T> {
    derived(
      upstream.flatMap { value in
        let context = CallbackContext.current(or: .global())
        return after(Duration(time)).map(on: context) { value }
      }
    )
  }

  /// Rejects the promise with ``PromiseError/timeout`` if it takes too long.
  ///
  /// Starts only the timer, not the promise. A broken promise that stays pending also times out.
  ///
  /// - Parameter time: The time limit in seconds, counted from this call.
  /// - Returns: A dormant promise with the same outcome, or with the timeout error.
  public func timeout(_ time: TimeInterval) -> Promise<T> {
    let timer = after(Duration(time))
    return Promise(startedBy: { [self] in
      let limit: Inner = timer.map { throw PromiseError.timeout }
      // A broken promise stays pending until the time limit.
      return race(started.flatMapError(if: \.isBrokenPromise) { _ in limit }, limit)
    })
  }
}

extension Promises {
  /// Returns a promise that is fulfilled after a delay.
  ///
  /// - Parameter time: The delay in seconds, from when the promise is started.
  /// - Returns: A dormant promise that is fulfilled on a global queue.
  public static func delay(_ time: TimeInterval) -> Promise<Void> {
    Promise<Void>.resolve().delay(time)
  }
}

extension Duration {
  /// Creates a duration of `seconds`, limited to about a hundred years.
  fileprivate init(_ seconds: TimeInterval) {
    self = .seconds(seconds > 0 ? min(seconds, 3_000_000_000) : 0)
  }
}
