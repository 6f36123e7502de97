import Foundation
import PledgePromises

// A login flow: an SDK with callbacks, a screen on the main actor, and work on a background queue.

struct User: Equatable {
  let name: String
  let session: String
}

enum LoginError: Error {
  case wrongPassword
  case noNetwork
}

/// Simulates a third-party SDK that calls back on its own queue.
final class LoginSDK: Sendable {
  private let queue = DispatchQueue(label: "sdk")

  func signIn(
    _ name: String,
    _ password: String,
    completion: @escaping @Sendable (String?, Error?) -> Void
  ) {
    queue.async {
      if password == "secret" {
        completion("token of \(name)", nil)
      } else {
        completion(nil, LoginError.wrongPassword)
      }
    }
  }

  func loadProfile(_ token: String, completion: @escaping @Sendable (Error?, String) -> Void) {
    queue.async { completion(nil, String(token.dropFirst("token of ".count)).capitalized) }
  }
}

final class LoginService: Sendable {
  private let sdk = LoginSDK()
  private let work = DispatchQueue(label: "work")

  func logIn(_ name: String, _ password: String) -> Promise<User> {
    wrap { self.sdk.signIn(name, password, completion: $0) }
      .then(on: work) { token in
        all(self.profile(token), self.session(token))
      }.then(on: work) { name, session in
        User(name: name, session: session)
      }.timeout(10)
  }

  private func profile(_ token: String?) -> Promise<String> {
    guard let token = token else { return Promise(LoginError.noNetwork) }
    return wrap { self.sdk.loadProfile(token, completion: $0) }
  }

  private func session(_ token: String?) -> Promise<String> {
    Promise<String>(on: work) { "session by \(token ?? "nobody")" }
      .validate { !$0.isEmpty }
  }
}

@MainActor
final class LoginScreen {
  private let service = LoginService()
  private let log = DispatchQueue(label: "log")
  private(set) var title = ""
  private(set) var isBusy = false

  @discardableResult
  func logIn(_ name: String, _ password: String) -> Promise<User> {
    isBusy = true
    return service.logIn(name, password)
      .then(on: log) { user in Thread.isMainThread ? Promise(LoginError.noNetwork) : Promise(user) }
      .then { user in self.title = "Hello, \(user.name)!" }
      .catch { error in self.show("Sorry: \(error)") }
      .always { self.isBusy = false }
  }

  private func show(_ text: String) {
    title = text
  }
}
