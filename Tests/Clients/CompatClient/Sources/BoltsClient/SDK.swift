import Dispatch
import Foundation

struct User: Equatable {
  let id: Int
  let name: String
}

enum SDKError: Error {
  case wrongPassword
  case offline
}

/// An SDK that calls back on a queue of its own.
///
/// It knows two users, and fails now and then.
final class SDK: @unchecked Sendable {
  static let shared = SDK()

  private let queue = DispatchQueue(label: "sdk")
  private var attempts: [String: Int] = [:]
  private(set) var requests = 0

  func logIn(
    _ name: String,
    password: String,
    completion: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) {
    queue.async {
      let isRight = password == "secret"
      completion(isRight ? 7 : nil, isRight ? nil : SDKError.wrongPassword)
    }
  }

  func user(_ id: Int, completion: @escaping @Sendable (User?, (any Error)?) -> Void) {
    queue.async { completion(User(id: id, name: "Ada"), nil) }
  }

  /// Fails twice for each path, then succeeds; `gone` fails always.
  func download(_ path: String, completion: @escaping @Sendable (Data?, (any Error)?) -> Void) {
    queue.async {
      self.requests += 1
      self.attempts[path, default: 0] += 1
      let isOnline = self.attempts[path, default: 0] > 2 && path != "gone"
      if isOnline { completion(Data(path.utf8), nil) } else { completion(nil, SDKError.offline) }
    }
  }
}
