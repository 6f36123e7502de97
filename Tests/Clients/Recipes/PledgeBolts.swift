// Declarations for the samples in PledgeBolts' doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import Foundation
import PledgeBolts

struct User: Sendable {
  var name: String
}

struct SDK {
  func load(completion: (Data) -> Void) { completion(Data()) }
}

let sdk = SDK()

func load(_ id: Int) -> Task<User> { Task(User(name: "Ada")) }
func show(_ user: User) {}
