public import Dispatch
public import Foundation
internal import Pledge

extension Promise {
  /// Returns a promise that passes on the value after a delay, and an error immediately.
  ///
  /// If the returned promise is resolved directly before that, the timer ends.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is resolved.
  ///   - interval: The delay, in seconds.
  /// - Returns: A promise with the same outcome.
  public func delay(
    on queue: DispatchQueue = .promises,
    _ interval: TimeInterval
  ) -> Promise<Value> {
    chain(on: queue) { outcome in
      guard case .fulfilled = outcome else { return Pledge.Promise(value: outcome) }
      let tally = Tally()
      return pause(interval).map(on: Turn(queue)) {
        defer { tally.keepAlive() }
        return outcome
      }
    }
  }
}
