import Pledge

// The program behind the chains in Documentation/Mistakes.md, which loads, decodes, and saves
// users.

struct User: Sendable {
  var id: Int
  var name: String
  var friends: [Int] = []
}

struct Missing: Error {}

func load(_ id: Int) -> Future<[UInt8]> { Promise(value: [UInt8(id)]) }
func decode(_ bytes: [UInt8]) throws -> User { User(id: bytes.count, name: "Ada") }
func save(_ user: User) -> Promise<Int> { Promise(value: user.id) }
func fetchName(of id: Int) async throws -> String { "Ada" }
func say(_ text: String) {}

/// An API that calls back.
final class SDK: Sendable {
  func find(_ id: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {}
  func load(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {}
  func start(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) -> Request {
    Request()
  }
}

extension SDK {
  func remove(_ id: Int, completion: @escaping @Sendable ((any Error)?) -> Void) {}
}

let sdk = SDK()
let flight = SingleFlight<Int, [UInt8]>()

/// Work of the API that can be stopped.
final class Request: Sendable {
  func cancel() {}
}

/// A class that is not `Sendable`.
final class Log {
  var lines: [String]

  init(lines: [String] = []) {
    self.lines = lines
  }
}

struct Server: Sendable {
  func load(_ id: Int) -> Promise<[UInt8]> { Promise(value: [UInt8(id)]) }
}

@MainActor
final class Page {
  var title = ""
}
