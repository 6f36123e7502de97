import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let server: UserServer
  let database: UserDatabase
  private let users = SingleFlight<Int, User>(expiry: .seconds(60), limit: 1_000)

  /// Returns the cached user, joins a load in progress, or starts one.
  func user(_ id: Int) -> Future<User> {
    users.value(for: id) { load(id) }
  }

  /// Removes the user from the cache; the next request loads it again.
  func forget(_ id: Int) {
    users.remove(id)
  }

  func load(_ id: Int) -> Promise<User> {
    retry(max: 3, backoff: .exponential(.milliseconds(50)), while: isPassing) {
      request("users/\(id)")
        .timeout(after: .seconds(1))
    }
    .map { text in try User(text) }
    .flatMap { user in save(user).map { user } }
  }

  func request(_ path: String) -> Promise<String> {
    Promise<String>.fromValueOrError {
      server.get(path, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }

  func save(_ user: User) -> Promise<Void> {
    Promise.fromError { database.save(user, completion: $0) }
  }
}

/// Whether another attempt may succeed.
@Sendable func isPassing(_ error: any Error) -> Bool {
  error is UserServer.Busy || error is TimeoutError
}
