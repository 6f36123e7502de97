import ForeignSDK
import Foundation
import PledgeThen

struct LoginService: Sendable {
  let sdk = SDK()

  func signIn(password: String) -> Promise<Int> {
    Promise { resolve, reject in
      sdk.logIn("ada", password: password) { id, error in
        if let id = id {
          resolve(id)
        } else {
          reject(error ?? PromiseError.default)
        }
      }
    }
  }

  func user(_ id: Int) -> Promise<User> {
    Promise { resolve, reject in
      sdk.user(id) { user, error in
        if let user = user { resolve(user) } else { reject(error ?? PromiseError.default) }
      }
    }
  }
}

/// Isolated to the main actor; its promises are settled elsewhere.
@MainActor
final class LoginScreen {
  private(set) var title = "welcome"
  private let service = LoginService()

  func logIn(password: String, then finish: @escaping @MainActor () -> Void) {
    let service = self.service
    service.signIn(password: password)
      .then { id in service.user(id) }
      .validate { user in user.id == 1 }
      .then { user in self.show("hello, \(user.name)") }
      .onError { error in self.show("sorry: \(error)") }
      .finally { DispatchQueue.main.async { finish() } }
  }

  nonisolated private func show(_ title: String) {
    DispatchQueue.main.async { self.title = title }
  }

  /// Same as `logIn`, written as blocking code.
  func logInBlocking() -> Async<String> {
    let service = self.service
    return async {
      let id = try ..service.signIn(password: "secret")
      let user = try ..service.user(id)
      let nobody = ..?service.signIn(password: "sesame")
      return nobody == nil ? user.name : "anybody"
    }
  }
}

@MainActor
func logIn(_ completion: @escaping Completion) {
  let screen = LoginScreen()
  screen.logIn(password: "sesame") {
    if screen.title != "sorry: wrongPassword" { return completion(screen.title) }
    screen.logIn(password: "secret") {
      if screen.title != "hello, Ada" { return completion(screen.title) }
      screen.logInBlocking()
        .then { name in completion(name == "Ada" ? nil : name) }
        .onError { error in completion("\(error)") }
    }
  }
}

@main
enum Program {
  static func main() { run(["login": logIn]) }
}
