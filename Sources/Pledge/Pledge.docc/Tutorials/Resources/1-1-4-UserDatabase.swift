import Dispatch

/// Stands in for a database: says what it would save, and calls back.
final class UserDatabase: Sendable {
  private let queue = DispatchQueue(label: "database")

  func save(_ user: User, completion: @escaping @Sendable (_ error: (any Error)?) -> Void) {
    queue.async {
      print("saved \(user.name)")
      completion(nil)
    }
  }
}
