import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let server: UserServer
  let database: UserDatabase

  func request(_ path: String) -> Promise<String> {
    Promise<String>.fromValueOrError { server.get(path, completion: $0) }
  }
}
