public import Dispatch
public import Foundation
internal import Pledge

extension Promise {
  /// Returns a promise for the value, a while after it is there; an error passes at once.
  ///
  /// The returned promise can be resolved by hand before; the timer ends then.
  ///
  /// - Parameters:
  ///   - queue: The queue on which it is resolved.
  ///   - interval: The time to wait, in seconds.
  /// - Returns: A promise with the same outcome.
  public func delay(
    on queue: DispatchQueue = .promises,
    _ interval: TimeInterval
  ) -> Promise<Value> {
    chain(on: queue) { outcome in
      guard case .fulfilled = outcome else { return Pledge.Promise(value: outcome) }
      let tally = Tally()
      return pause(interval).map(on: Turn(queue)) {
        defer { tally.outlive() }
        return outcome
      }
    }
  }
}
