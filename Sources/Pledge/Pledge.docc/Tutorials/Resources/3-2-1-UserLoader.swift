import Pledge

/// Loads users and saves them.
struct UserLoader: Sendable {
  let request: @Sendable (_ path: String) -> Promise<String>
  let save: @Sendable (User) -> Promise<Void>
  private let clock: any Clock<Duration>

  init(
    clock: any Clock<Duration> = ContinuousClock(),
    request: @escaping @Sendable (_ path: String) -> Promise<String>,
    save: @escaping @Sendable (User) -> Promise<Void> = { _ in Promise(value: ()) }
  ) {
    self.request = request
    self.save = save
    self.clock = clock
  }

  func load(_ id: Int) -> Promise<User> {
    let backoff = Backoff.exponential(.milliseconds(50))
    return retry(max: 3, backoff: backoff, clock: clock, while: isPassing) {
      request("users/\(id)")
        .timeout(after: .seconds(1), clock: clock)
    }
    .map { text in try User(text) }
    .flatMap { user in save(user).map { user } }
  }
}

extension UserLoader {
  init(server: UserServer, database: UserDatabase) {
    self.init { path in
      Promise<String>.fromValueOrError {
        server.get(path, completion: $0)
      } onDiscard: {
        $0.cancel()
      }
    } save: { user in
      Promise.fromError { database.save(user, completion: $0) }
    }
  }
}

/// Whether another attempt may succeed.
@Sendable func isPassing(_ error: any Error) -> Bool {
  error is UserServer.Busy || error is TimeoutError
}
