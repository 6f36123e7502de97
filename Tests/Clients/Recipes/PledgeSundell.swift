// Declarations for the samples in PledgeSundell's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import PledgeSundell

struct User: Sendable {
  var name: String
}

struct UserLoader {
  func load(_ id: Int) -> Future<User> { Promise(value: User(name: "Ada")) }
}

struct UserDatabase {
  func save(_ user: User, completion: () -> Void) { completion() }
}

let user = User(name: "Ada")
let database = UserDatabase()
