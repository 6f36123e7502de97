public import Pledge
public import PledgeMacros

/// A type alias for promises of users.
public typealias UserPromise = Promise<User>

/// A protocol whose conforming types do not use promises.
@PromisedRequirements
public protocol UserService {
  /// The type by which users are found.
  associatedtype Key: Sendable

  /// Finds a user.
  func user(_ key: Key, completion: @escaping @Sendable (User?, (any Error)?) -> Void)
  /// Saves a user.
  func save(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) throws

  /// Waits for a user.
  func watch(_ key: Key, completion: @escaping @Sendable (User) -> Void) -> Transfer

  /// Counts all users.
  static func count(completion: @escaping @Sendable (Int) -> Void)

  /// Removes the users for which `isIncluded` returns `false`: a requirement without a handler.
  func filter(_ isIncluded: (User) -> Bool)
}

/// A protocol isolated to the main actor.
@available(macOS 13, *)
@MainActor @PromisedRequirements
protocol Door {
  func open(completion: @escaping @MainActor (Bool) -> Void)
}

/// A service for a fixed set of users.
struct Directory: UserService {
  let users: [Int: User]

  init(_ users: [Int: User]) {
    self.users = users
  }

  func user(_ key: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    completion(users[key], nil)
  }

  func save(_ user: User, completion: @escaping @Sendable ((any Error)?) -> Void) throws {
    guard users.values.contains(user) else { throw RefusedError() }
    completion(nil)
  }

  func watch(_ key: Int, completion: @escaping @Sendable (User) -> Void) -> Transfer {
    Transfer { completion(User("late")) }
  }

  static func count(completion: @escaping @Sendable (Int) -> Void) { completion(2) }

  func filter(_ isIncluded: (User) -> Bool) {}
}

@MainActor final class FrontDoor: Door {
  private(set) var isOpen = false

  func open(completion: @escaping @MainActor (Bool) -> Void) {
    isOpen = true
    completion(isOpen)
  }
}
