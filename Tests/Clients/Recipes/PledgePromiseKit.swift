// What the samples in the comments of PledgePromiseKit talk about.
// Scripts/Checks/recipes type-checks them beside this.

import Foundation
import PledgePromiseKit

struct User: Codable, Sendable {
  var name: String
}

struct Image: Sendable {}

let url = URL(fileURLWithPath: "user.json")
let data = Data()
let process = Process()

func login() -> Promise<User> { .value(User(name: "Ada")) }
func avatar(of user: User) -> Promise<Image> { .value(Image()) }
func decode(_ data: Data) throws -> User { User(name: "Ada") }
func fetch(_ url: URL, completion: (Data?, (any Error)?) -> Void) { completion(data, nil) }
func ask(_ question: String, completion: (Bool) -> Void) { completion(true) }
func greet(_ notification: Notification) {}
func show(_ image: Image) {}
func alert(_ error: any Error) {}

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
