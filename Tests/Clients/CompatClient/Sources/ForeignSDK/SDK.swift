public import Foundation

/// Somebody who logs in.
public struct User: Codable, Equatable, Sendable {
  /// Tells users from one another.
  public let id: Int
  /// What to call them.
  public let name: String
}

/// What an SDK fails with.
public enum SDKError: Error {
  /// It is not `secret`.
  case wrongPassword
  /// The network is away for a while.
  case offline
  /// There is no such file.
  case missing
}

/// An SDK of somebody else, without a network: it calls back on a queue of its own.
///
/// Its properties are only used on that queue.
public final class SDK: @unchecked Sendable {
  /// Fails twice for each path.
  public static let shared = SDK(others: 2)

  private let queue = DispatchQueue(label: "sdk")
  private let failures: [String: Int]
  private let others: Int
  private var requests: [String: Int] = [:]
  private var forgotten: [@Sendable (Data?, (any Error)?) -> Void] = []

  /// - Parameters:
  ///   - failures: How often downloads of a path fail before they succeed.
  ///   - others: How often those of each other path do.
  public init(failures: [String: Int] = [:], others: Int = 0) {
    self.failures = failures
    self.others = others
  }

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

  /// Calls back with a user, whoever it is.
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

  /// Calls back with the path itself, unless it fails; `gone` is never there, `slow` never answers.
  public func download(
    _ path: String,
    progress: @escaping @Sendable (Float) -> Void = { _ in },
    completion: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) {
    queue.async {
      progress(0.5)
      let request = self.requests[path, default: 0] + 1
      self.requests[path] = request
      switch path {
      case "slow": self.forgotten.append(completion)
      case "gone": completion(nil, SDKError.missing)
      case _ where request <= self.failures[path, default: self.others]:
        completion(nil, SDKError.offline)
      default: completion(Data(path.utf8), nil)
      }
    }
  }

  /// How often a path was asked for; not for a callback, which has the queue.
  public func countRequests(of path: String) -> Int { queue.sync { requests[path, default: 0] } }
}
