// Declarations for the samples in PledgeBrightFutures' doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import Foundation
import PledgeBrightFutures

struct User: Sendable {
  var name: String
}

struct LoadError: Error {}

struct SDK {
  func load(_ completion: (User?, NSError?) -> Void) { completion(User(name: "Ada"), nil) }
  func fetch(completion: (Result<User, LoadError>) -> Void) { completion(.failure(LoadError())) }
}

let sdk = SDK()
let name = "Ada"
let password = "…"

func load(_ id: Int) -> Future<User, LoadError> { Future(value: User(name: "Ada")) }
func logIn(_ name: String, _ password: String) -> Future<User, LoadError> { load(1) }
func fetchPosts(of user: User) -> Future<[String], LoadError> { Future(value: []) }
func show(_ user: User) {}
func show(_ posts: [String]) {}
func alert(_ error: any Error) {}
func stopSpinner() {}
