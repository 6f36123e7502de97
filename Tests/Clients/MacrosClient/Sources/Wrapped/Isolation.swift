import Pledge
import PledgeMacros

/// An actor with annotated methods.
actor Store {
  private var users: [User] = []

  @Promised
  func add(_ user: User, completion: @escaping @Sendable (Int) -> Void) {
    users.append(user)
    completion(users.count)
  }

  @Promised
  nonisolated func name(completion: @escaping @Sendable (String) -> Void) {
    completion("store")
  }

  /// Calls its own promise-returning method within its isolation.
  func addTwice(_ user: User) -> Promise<Int> {
    _ = add(user)
    return add(user)
  }
}

/// A main-actor class with annotated methods.
@MainActor final class Screen {
  private(set) var title = ""

  /// The handler is not `@Sendable`, but may be called from any thread nevertheless.
  @Promised
  func load(
    on run: (@escaping @Sendable () -> Void) -> Void,
    completion: @escaping (String) -> Void
  ) {
    let completion = UncheckedSendable(completion)
    run { completion.value("title") }
  }

  @Promised
  func show(_ title: String, completion: @escaping @MainActor () -> Void) {
    self.title = title
    completion()
  }

  @Promised
  nonisolated func measure(completion: @escaping @Sendable (Int) -> Void) {
    completion(1)
  }
}

@globalActor actor DiskActor {
  static let shared = DiskActor()
}

/// A function isolated to another global actor.
@DiskActor @Promised
func usedBytes(completion: @escaping @Sendable (Int) -> Void) {
  completion(7)
}
