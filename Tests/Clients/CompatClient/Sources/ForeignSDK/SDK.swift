public import Foundation

/// A user who logs in.
public struct User: Codable, Equatable, Sendable {
  /// The unique identifier.
  public let id: Int
  /// The display name.
  public let name: String
}

/// A class that is not `Sendable`, for closures to capture.
public final class Box {
  /// The content that closures change.
  public var content = 0

  /// Creates a box with 0.
  public init() {}
}

/// The errors of the SDK.
public enum SDKError: Error {
  /// The password is not `secret`.
  case wrongPassword
  /// The network is temporarily unavailable.
  case offline
}

/// A third-party SDK without a network.
///
/// It calls back on its own queue.
public final class SDK: Sendable {
  /// The instance that most programs use.
  public static let shared = SDK()

  private let queue = DispatchQueue(label: "sdk")

  /// Creates an SDK with a queue of its own.
  public init() {}

  /// Calls back with the id of the user.
  public func logIn(
    _ name: String,
    password: String,
    completion: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) {
    queue.async {
      let isRight = password == "secret"
      completion(isRight ? 1 : nil, isRight ? nil : SDKError.wrongPassword)
    }
  }

  /// Same as `logIn`, but calls back with the user as JSON.
  public func account(
    _ name: String,
    password: String,
    completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    queue.async {
      guard password == "secret" else { return completion(nil, SDKError.wrongPassword) }
      completion(Data(#"{"id": 1, "name": "\#(name)"}"#.utf8), nil)
    }
  }

  /// Calls back with a user for any identifier.
  public func user(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    queue.async { completion(User(id: id, name: "Ada"), nil) }
  }

  /// Always succeeds.
  public func save(_ user: User, completion: @escaping @Sendable () -> Void) {
    queue.async { completion() }
  }

  /// Always succeeds.
  public func logOut(completion: @escaping @Sendable ((any Error)?) -> Void) {
    queue.async { completion(nil) }
  }
}
