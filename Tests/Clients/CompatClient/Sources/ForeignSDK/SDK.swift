public import Foundation

/// A user who logs in.
public struct User: Codable, Equatable, Sendable {
  /// The unique identifier.
  public let id: Int
  /// The display name.
  public let name: String
}

/// The errors of the SDK.
public enum SDKError: Error {
  /// The password is not `secret`.
  case wrongPassword
  /// The network is temporarily unavailable.
  case offline
  /// The file does not exist.
  case missing
}

/// A third-party SDK without a network.
///
/// It calls back on its own queue.
///
/// Its properties are accessed only on that queue.
public final class SDK: @unchecked Sendable {
  /// An SDK whose downloads fail twice for each path.
  public static let shared = SDK(failures: 2)

  private let queue = DispatchQueue(label: "sdk")
  private let failures: Int
  private var requests: [String: Int] = [:]
  private var forgotten: [@Sendable (Data?, (any Error)?) -> Void] = []

  /// - Parameter failures: How often the downloads of each path fail before they succeed.
  public init(failures: Int = 0) { self.failures = failures }

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

  /// Same as `user`, with a result.
  public func profile(
    _ id: Int,
    completion: @escaping @Sendable (Result<User, SDKError>) -> Void
  ) {
    queue.async { completion(.success(User(id: id, name: "Ada"))) }
  }

  /// Always succeeds.
  public func save(_ user: User, completion: @escaping @Sendable () -> Void) {
    queue.async { completion() }
  }

  /// Always succeeds.
  public func logOut(completion: @escaping @Sendable ((any Error)?) -> Void) {
    queue.async { completion(nil) }
  }

  /// Calls back with the path itself, unless the download fails; `gone` is always missing, and
  /// `slow` never responds.
  public func download(
    _ path: String,
    completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    queue.async {
      let request = self.requests[path, default: 0] + 1
      self.requests[path] = request
      switch path {
      case "slow": self.forgotten.append(completion)
      case "gone": completion(nil, SDKError.missing)
      case _ where request <= self.failures:
        completion(nil, SDKError.offline)
      default: completion(Data(path.utf8), nil)
      }
    }
  }
}
