// What the samples in the comments of PledgePMKFoundation talk about.
// Scripts/Checks/recipes type-checks them beside this.

import Foundation
import PledgePMKFoundation
import PledgePromiseKit

struct User: Codable, Sendable {
  var name: String
}

let url = URL(fileURLWithPath: "user.json")
let process = Process()

func greet(_ notification: Notification) {}

extension Notification.Name {
  static let userDidLogIn = Notification.Name("userDidLogIn")
}

#if canImport(ObjectiveC)
/// What can be observed.
final class Player: NSObject {
  @objc dynamic var status = 0
}

nonisolated(unsafe) let player = Player()
#endif
