public import Foundation
internal import Pledge
public import PledgePromiseKit

extension NotificationCenter {
  /// Waits for the next notification of a name.
  ///
  ///     NotificationCenter.default.observe(once: .userDidLogIn).done { note in greet(note) }
  ///
  /// It listens from now on, and no longer than until then. The centre is not kept: if it goes
  /// first, `LogEvent/pendingGuaranteeDeallocated` is logged.
  ///
  /// - Parameters:
  ///   - name: What to wait for.
  ///   - object: Who has to have posted it; `nil` for anybody.
  /// - Returns: A guarantee of the notification, which is resolved on the thread that posts it.
  @_disfavoredOverload
  public func observe(
    once name: Notification.Name,
    object: Any? = nil
  ) -> Guarantee<Notification> {
    let (guarantee, resolve) = Guarantee<Notification>.pending()
    let observer = addObserver(forName: name, object: object, queue: nil) { resolve($0) }
    // A token, which may be removed from any thread.
    let token = UncheckedSendable(observer)
    guarantee.pipe { [weak self] _ in self?.removeObserver(token.value) }
    return guarantee
  }
}
