import Dispatch

/// Stands in for a database: prints what it would save, and calls the completion handler.
final class UserDatabase: Sendable {
  private let queue = DispatchQueue(label: "database")

  func save(_ user: User, completion: @escaping @Sendable (_ error: (any Error)?) -> Void) {
    queue.async {
      print("saved \(user.name)")
      completion(nil)
    }
  }
}
