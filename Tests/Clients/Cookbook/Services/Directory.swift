/// A person in the directory.
public struct User: Sendable {
  /// The unique identifier.
  public let id: Int
  /// The display name.
  public let name: String
}

/// A directory of users.
///
/// Its callbacks run on threads of its own.
public final class Directory: Sendable {
  private let names = [1: "Ada", 2: "Grace", 7: "never sent", 13: "lost"]

  /// Creates a client.
  public init() {}

  /// Loads a user.
  ///
  /// The server never answers for 7, and the SDK drops the callback for 13.
  public func user(
    _ id: Int,
    completion: @escaping @Sendable (User?, (any Error)?) -> Void
  ) -> Request {
    Request("user \(id)", isSilent: id == 7) { [names] in
      guard id != 13 else { return }
      let user = names[id].map { User(id: id, name: $0) }
      completion(user, user == nil ? ServiceError.notFound : nil)
    }
  }
}
