// Declarations for the samples in PledgePromiseKit's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import Foundation
import PledgePromiseKit

struct User: Codable, Sendable {
  var name: String
}

struct Image: Sendable {}

let url = URL(fileURLWithPath: "user.json")
let data = Data()

func login() -> Promise<User> { .value(User(name: "Ada")) }
func avatar(of user: User) -> Promise<Image> { .value(Image()) }
func decode(_ data: Data) throws -> User { User(name: "Ada") }
func fetch(_ url: URL, completion: (Data?, (any Error)?) -> Void) { completion(data, nil) }
func ask(_ question: String, completion: (Bool) -> Void) { completion(true) }
func show(_ image: Image) {}
func alert(_ error: any Error) {}
