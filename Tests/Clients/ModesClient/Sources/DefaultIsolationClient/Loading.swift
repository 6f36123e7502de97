import Dispatch
import Foundation
import Pledge

nonisolated enum Failure: Error {
  case offline
}

/// The API of an SDK: its callback runs on a separate thread.
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

/// Not isolated: handlers call it, and its callback runs on any thread.
nonisolated func load(_ id: Int) -> Future<User> {
  Promise<Data> { resolver in
    fetch(id) { body, error in
      if let body {
        resolver.resolve(body)
      } else {
        resolver.reject(error)
      }
    }
  }
  .map { try JSONDecoder().decode(User.self, from: $0) }
}
