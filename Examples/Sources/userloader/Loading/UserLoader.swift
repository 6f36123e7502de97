import Foundation
import Pledge
import PledgeFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads users over HTTP and saves them in a database.
struct UserLoader: Sendable {
  /// The base address of the users: user 7 is at `users/7` below it.
  let server: URL
  let session: URLSession
  let database: UserDatabase
  /// The number of requests for one user before it counts as failed.
  let attempts: Int
  /// The time limit of one attempt.
  let patience: Duration
  let report: Report

  /// Loads and saves the users `ids`, at most `limit` at a time.
  ///
  /// A user that cannot be loaded is an outcome and does not stop the others. Discarding the
  /// promise discards the current requests and starts no new ones.
  func load(_ ids: ClosedRange<Int>, atOnce limit: Int) -> Promise<[Outcome]> {
    ids.mapConcurrently(limit: limit, progress: report.progress) { id in
      load(id).map { Outcome.loaded($0) }
        .recover { Outcome.failed(id: id, $0) }
        .tap(on: MainActor.shared) { report.settled($0) }
    }
  }

  /// Loads and saves the user `id`.
  func load(_ id: Int) -> Promise<User> {
    retry(max: attempts, backoff: .growing, while: isPassing) {
      request(id).observe(on: MainActor.shared) { report.attempted(id, $0) }
    }
    .labeled("user \(id)")
    .decoded(as: User.self)
    .saved(in: database)
  }

  /// Requests the user `id` once.
  func request(_ id: Int) -> Promise<Data> {
    session.request(server.appending(path: "users/\(id)")).timeout(after: patience)
  }
}

extension Backoff {
  /// A delay of 0.1 s before the second attempt, doubled for each later one.
  static var growing: Backoff {
    .exponential(.milliseconds(100), factor: 2).capped(at: .seconds(2))
  }
}

/// Returns whether another attempt may succeed, as after a timeout or a server error.
@Sendable func isPassing(_ error: any Error) -> Bool {
  switch error {
  case is TimeoutError, is URLError: true
  case let error as HTTPError: error.statusCode >= 500 || [408, 429].contains(error.statusCode)
  default: false
  }
}
