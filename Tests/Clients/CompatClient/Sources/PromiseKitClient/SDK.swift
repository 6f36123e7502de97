import Dispatch
import Foundation

struct User: Equatable {
  let id: Int
  let name: String
}

enum SDKError: Error {
  case wrongPassword
  case offline
  case missing
}

/// An SDK that calls back on a queue of its own.
///
/// It knows one user, and fails now and then.
final class SDK: @unchecked Sendable {
  static let shared = SDK()

  private let queue = DispatchQueue(label: "sdk")
  private var attempts: [String: Int] = [:]

  func logIn(_ password: String, completion: @escaping @Sendable (Int?, Error?) -> Void) {
    queue.async {
      let isRight = password == "secret"
      completion(isRight ? 7 : nil, isRight ? nil : SDKError.wrongPassword)
    }
  }

  func user(_ id: Int, completion: @escaping @Sendable (Swift.Result<User, SDKError>) -> Void) {
    queue.async { completion(.success(User(id: id, name: "Ada"))) }
  }

  func logOut(completion: @escaping @Sendable (Error?) -> Void) {
    queue.async { completion(nil) }
  }

  /// Fails twice for each path, then succeeds; `gone` is never there, and `slow` never answers.
  func download(_ path: String, completion: @escaping @Sendable (Data?, Error?) -> Void) {
    queue.async {
      self.attempts[path, default: 0] += 1
      switch path {
      case "slow": self.forgotten.append(completion)
      case "gone": completion(nil, SDKError.missing)
      case _ where self.attempts[path, default: 0] < 3: completion(nil, SDKError.offline)
      default: completion(Data(path.utf8), nil)
      }
    }
  }

  private var forgotten: [(Data?, Error?) -> Void] = []
}
