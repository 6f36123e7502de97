import Foundation
import Pledge
import PledgeFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads users over HTTP and saves them in a database.
struct UserLoader: Sendable {
  /// Where the users are: the user 7 at `users/7` below it.
  let server: URL
  let session: URLSession
  let database: UserDatabase
  /// How often one user is asked for before it counts as failed.
  let attempts: Int
  /// How long one attempt may take.
  let patience: Duration
  let report: Report

  /// Loads and saves the users `ids`, at most `limit` at a time.
  ///
  /// A user that cannot be loaded is an outcome like any other and stops nobody else. Discarding
  /// the promise discards what is in flight and begins nothing new.
  func load(_ ids: ClosedRange<Int>, atOnce limit: Int) -> Promise<[Outcome]> {
    ids.mapConcurrently(limit: limit, progress: report.progress) { id in
      let user = load(id)
      let number = Diagnostics.id(of: user)
      return user.map { Outcome.loaded($0) }
        .recover { Outcome.failed(id: id, $0) }
        .tap(on: MainActor.shared) { report.settled($0, number) }
    }
  }

  /// Loads and saves the user `id`.
  func load(_ id: Int) -> Promise<User> {
    retry(max: attempts, backoff: .growing, while: isPassing) {
      request(id).observe(on: MainActor.shared) { report.attempted(id, $0) }
    }
    .decoded(as: User.self)
    .saved(in: database)
  }

  /// Asks once for the user `id`.
  func request(_ id: Int) -> Promise<Data> {
    session.request(server.appending(path: "users/\(id)")).timeout(after: patience)
  }
}

extension Backoff {
  /// A tenth of a second before the second attempt, twice as long before each that follows.
  static var growing: Backoff {
    .exponential(.milliseconds(100), factor: 2).capped(at: .seconds(2))
  }
}

/// Tells whether the next attempt may go better: the server may recover, its answer stays.
@Sendable func isPassing(_ error: any Error) -> Bool {
  switch error {
  case is TimeoutError, is URLError: true
  case let error as HTTPError: error.statusCode >= 500 || [408, 429].contains(error.statusCode)
  default: false
  }
}
