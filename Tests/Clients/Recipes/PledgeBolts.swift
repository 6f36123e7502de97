// What the samples in the comments of PledgeBolts talk about.
// Scripts/Checks/recipes type-checks them beside this.

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
