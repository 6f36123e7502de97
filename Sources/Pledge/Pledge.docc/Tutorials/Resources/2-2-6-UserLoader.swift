import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let server: UserServer
  let database: UserDatabase

  func load(_ id: Int) -> Promise<User> {
    retry(max: 3, backoff: .exponential(.milliseconds(50)), while: isPassing) {
      request("users/\(id)")
        .timeout(after: .seconds(1))
    }
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

/// Whether another attempt may succeed.
@Sendable func isPassing(_ error: any Error) -> Bool {
  error is UserServer.Busy || error is TimeoutError
}
