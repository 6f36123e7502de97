import ForeignSDK
import Foundation
import PledgeSundell

final class LoginService: Sendable {
  let sdk = SDK()

  func logIn(name: String, password: String) -> Future<User> {
    let promise = Promise<Data>()
    sdk.account(name, password: password) { data, error in
      if let error = error {
        promise.reject(with: error)
      } else {
        promise.resolve(with: data ?? Data())
      }
    }
    return promise.decoded(as: User.self).saved(on: sdk)
  }
}

extension Future where Value == User {
  func saved(on sdk: SDK) -> Future<User> {
    chained { user in
      let promise = Promise<User>()
      sdk.save(user) {
        promise.resolve(with: user)
      }
      return promise
    }
  }
}

/// Isolated to the main actor; its promises are settled elsewhere.
@MainActor
final class LoginScreen {
  private(set) var title = "welcome"
  private let service = LoginService()

  func logIn(password: String, then finish: @escaping @MainActor () -> Void) {
    service.logIn(name: "Ada", password: password)
      .transformed { user in user.name.uppercased() }
      .observe { result in
        DispatchQueue.main.async {
          switch result {
          case .success(let name): self.title = "hello, \(name)"
          case .failure(let error): self.title = "sorry: \(error)"
          }
          finish()
        }
      }
  }
}

@MainActor
func logIn(_ completion: @escaping Completion) {
  let screen = LoginScreen()
  screen.logIn(password: "sesame") {
    if screen.title != "sorry: wrongPassword" { return completion(screen.title) }
    screen.logIn(password: "secret") {
      completion(screen.title == "hello, ADA" ? nil : screen.title)
    }
  }
}

@main
enum Program {
  static func main() { run(["login": logIn]) }
}
