// What the samples in the comments of PledgeThen talk about.
// Scripts/Checks/recipes type-checks them beside this.

import PledgeThen

struct User: Sendable {
  var name: String
}

struct SDK {
  func load(completion: (User) -> Void) { completion(User(name: "Ada")) }
}

let sdk = SDK()

func fetchUserId() -> Promise<Int> { .resolve(1) }
func fetchUserName(_ id: Int) -> Promise<String> { .resolve("Ada") }
func fetchUser() -> Promise<User> { .resolve(User(name: "Ada")) }
func show(_ user: User) {}
