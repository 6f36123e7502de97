import Foundation

// A foreign SDK without a network: it calls back on a queue of its own.

/// Says what is wrong at the end of a program, or that nothing is.
typealias Verdict = @Sendable (_ problem: String?) -> Void

func fail(_ problem: String) -> Never {
  print("failed: \(problem)")
  exit(1)
}

enum ServerError: Error, Equatable {
  case wrongPassword
  case busy
}

struct User: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}

/// Its properties are only used on its queue.
final class Server: @unchecked Sendable {
  private let queue = DispatchQueue(label: "server")
  private var busyFor: [String: Int]
  private var requests: [String: Int] = [:]

  init(busyFor: [String: Int] = [:]) {
    self.busyFor = busyFor
  }

  func signIn(
    _ name: String,
    _ password: String,
    completion: @escaping @Sendable (Data?, Error?) -> Void
  ) {
    queue.async {
      guard password == "secret" else { return completion(nil, ServerError.wrongPassword) }
      completion(Data(#"{"id": 1, "name": "\#(name)"}"#.utf8), nil)
    }
  }

  func save(_ user: User, completion: @escaping @Sendable () -> Void) {
    queue.async { completion() }
  }

  func download(_ path: String, completion: @escaping @Sendable (Data?, Error?) -> Void) {
    queue.async {
      self.requests[path, default: 0] += 1
      let rest = self.busyFor[path, default: 0]
      self.busyFor[path] = rest - 1
      if rest > 0 { completion(nil, ServerError.busy) } else { completion(Data(path.utf8), nil) }
    }
  }

  func countRequests(of path: String) -> Int { queue.sync { requests[path, default: 0] } }
}
