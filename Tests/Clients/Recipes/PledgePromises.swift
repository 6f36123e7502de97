// Declarations for the samples in PledgePromises' doc comments.
// Scripts/Checks/recipes type-checks the samples together with this file.

import Foundation
import PledgePromises

struct User: Sendable {
  var name: String
}

struct Page: Sendable {}
struct Image: Sendable {}
struct Missing: Error {}

struct Loader {
  func load(completion: (Image?, (any Error)?) -> Void) { completion(Image(), nil) }
}

struct View {
  func animate(completion: () -> Void) { completion() }
}

let loader = Loader()
let view = View()
let file = URL(fileURLWithPath: "user.json")
let url = URL(fileURLWithPath: "page.html")

func read(_ file: URL) throws -> User { User(name: "Ada") }
func load(_ id: Int) -> Promise<User> { Promise(User(name: "Ada")) }
func load(_ url: URL) -> Promise<Page> { Promise(Page()) }
func loadUser() -> Promise<User> { load(1) }
func loadPage(of user: User) -> Promise<Page> { load(url) }
func add(_ left: Int, _ right: Int) -> Promise<Int> { Promise(left + right) }
func isTransient(_ error: any Error) -> Bool { true }
func show(_ user: User) {}
func alert(_ error: any Error) {}
