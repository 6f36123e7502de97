public import Foundation
internal import Pledge
public import PledgePromiseKit

extension NotificationCenter {
  /// Waits for the next notification with a name.
  ///
  ///     NotificationCenter.default.observe(once: .userDidLogIn).done { note in greet(note) }
  ///
  /// Observation starts immediately and ends with that notification. The center is not retained: if
  /// it is released first, `LogEvent/pendingGuaranteeDeallocated` is logged.
  ///
  /// - Parameters:
  ///   - name: The name of the notification.
  ///   - object: The sender to observe, or `nil` for any sender.
  /// - Returns: A guarantee of the notification, resolved on the thread that posts it.
  @_disfavoredOverload
  public func observe(
    once name: Notification.Name,
    object: Any? = nil
  ) -> Guarantee<Notification> {
    let (guarantee, resolve) = Guarantee<Notification>.pending()
    let observer = addObserver(forName: name, object: object, queue: nil) { resolve($0) }
    // The observer token may be removed from any thread.
    let token = UncheckedSendable(observer)
    guarantee.pipe { [weak self] _ in self?.removeObserver(token.value) }
    return guarantee
  }
}
