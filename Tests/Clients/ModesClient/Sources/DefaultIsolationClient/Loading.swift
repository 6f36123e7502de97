import Dispatch
import Foundation
import Pledge

nonisolated enum Failure: Error {
  case offline
}

/// What an SDK offers: its callback comes on a thread of its own.
nonisolated func fetch(
  _ id: Int,
  completion: @escaping @Sendable (Data?, (any Error)?) -> Void
) {
  DispatchQueue.global().async {
    guard id > 0 else {
      completion(nil, Failure.offline)
      return
    }
    completion(Data(#"{"id": \#(id), "name": "Ada"}"#.utf8), nil)
  }
}

/// Not isolated: handlers call it, and it calls back from anywhere.
nonisolated func load(_ id: Int) -> Future<User> {
  Promise<Data> { resolver in
    fetch(id) { body, error in
      if let body {
        resolver.fulfill(body)
      } else {
        resolver.reject(error)
      }
    }
  }
  .map { try JSONDecoder().decode(User.self, from: $0) }
}
