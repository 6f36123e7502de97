// Declarations for the samples in PledgePMKFoundation's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

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
/// An object with an observable property.
final class Player: NSObject {
  @objc dynamic var status = 0
}

nonisolated(unsafe) let player = Player()
#endif
