// What the samples in the comments of PledgeSundell talk about.
// Scripts/Checks/recipes type-checks them beside this.

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
