import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let server: UserServer
  let database: UserDatabase

  func load(_ id: Int) -> Promise<User> {
    request("users/\(id)")
      .map { text in try User(text) }
      .flatMap { user in save(user).map { user } }
  }

  func request(_ path: String) -> Promise<String> {
    Promise<String>.fromValueOrError { server.get(path, completion: $0) }
  }

  func save(_ user: User) -> Promise<Void> {
    Promise.fromError { database.save(user, completion: $0) }
  }
}
