import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let server: UserServer
  let database: UserDatabase

  func request(_ path: String) -> Promise<String> {
    Promise<String>.fromValueOrError { server.get(path, completion: $0) }
  }

  func save(_ user: User) -> Promise<Void> {
    Promise.fromError { database.save(user, completion: $0) }
  }
}
