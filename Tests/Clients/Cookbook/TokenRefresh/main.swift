import Pledge
import Services

/// Sends requests with a token, and renews the token when it has expired.
@MainActor
final class Session {
  private(set) var isLoggedIn = false
  private let account: Account
  private var token = ""
  private var renewal: Future<String>?

  init(account: Account) {
    self.account = account
  }

  func logIn(_ name: String, password: String) -> Promise<Void> {
    Promise<String>.fromResult { [account] in
      account.logIn(name, password: password, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
    .map(on: MainActor.shared) { self.use($0) }
  }

  func get(_ path: String) -> Promise<String> {
    let token = token
    return send(path, token).flatMapError(on: MainActor.shared) { error in
      guard case ServiceError.expired = error else { throw error }
      return self.token(after: token).flatMap(on: MainActor.shared) { self.send(path, $0) }
    }
  }

  /// Returns the token that replaces an expired one.
  private func token(after expired: String) -> Future<String> {
    if token != expired { return Promise(value: token) }  // Another request has renewed it.
    guard isLoggedIn else { return Promise(error: ServiceError.loggedOut) }
    if let renewal, renewal.isPending { return renewal }
    let renewal = Promise<String>.fromResult { _ = account.renew(expired, completion: $0) }
      .tap(on: MainActor.shared) { self.use($0) }
      .catch(on: MainActor.shared) { _ in self.isLoggedIn = false }
      .shared()
    self.renewal = renewal
    return renewal
  }

  private func use(_ token: String) {
    (self.token, isLoggedIn) = (token, true)
  }

  private func send(_ path: String, _ token: String) -> Promise<String> {
    .fromResult { [account] in
      account.get(path, token: token, completion: $0)
    } onDiscard: {
      $0.cancel()
    }
  }
}

let account = Account()
let session = Session(account: account)
let paths = (1...20).map { "document \($0)" }

do {
  try await session.logIn("ada", password: "wrong").value
} catch {
  print("not logged in: \(error)")
}
try await session.logIn("ada", password: "secret").value
print(try await session.get("inbox").value)

// Twenty requests find that the token has expired. All wait for one renewal.
account.expireTokens()
let documents = try await all(paths.map { session.get($0) }).value
print(documents.count, documents[19])

// If the renewal fails, all requests fail, and the app shows the login screen.
account.expireTokens(forever: true)
let outcomes = try await allSettled(paths.map { session.get($0) }).value
print(outcomes.filter { (try? $0.get()) == nil }.count, "failed; logged in: \(session.isLoggedIn)")
