// Declarations for the samples in PledgeThen's doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

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
