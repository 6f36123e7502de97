import Foundation
import Pledge
import PledgePMKFoundation
import PledgePromiseKit
import Testing

extension PromiseKitTests {
  @Suite struct NotificationCenterTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("name")

    @Test func `it returns the next notification, on the thread that posts it`() {
      let notification = center.observe(once: name)
      let number = notification.map(on: nil) { $0.userInfo?["number"] as? Int }
      #expect(notification.isPending)

      center.post(name: name, object: nil, userInfo: ["number": 1])
      center.post(name: name, object: nil, userInfo: ["number": 2])

      #expect(number.value == 1)
    }

    @Test func `other names and other objects are ignored`() {
      let sender = NSObject()
      let notification = center.observe(once: name, object: sender)

      center.post(name: Notification.Name("another"), object: sender)
      center.post(name: name, object: NSObject())
      #expect(notification.isPending)

      center.post(name: name, object: sender)
      #expect(notification.isFulfilled)
    }

    @Test func `it stops observing after one notification`() {
      weak var resolved: Future<UncheckedSendable<Notification>>?
      do {
        let notification = center.observe(once: name)
        resolved = notification.uncheckedFuture
        center.post(name: name, object: nil)
        #expect(notification.isFulfilled)
      }

      // A remaining observer would retain the guarantee that it resolves.
      #expect(resolved == nil)
    }

    @Test func `it does not retain the center, whose deallocation is logged`() {
      weak var kept: NotificationCenter?
      var notification: Guarantee<Notification>?
      let log = logged {
        let center = NotificationCenter()
        notification = center.observe(once: name)
        kept = center
      }

      #expect(kept == nil)
      #expect(notification?.isPending == true)
      #expect(log == ["pendingGuaranteeDeallocated"])
    }
  }
}
