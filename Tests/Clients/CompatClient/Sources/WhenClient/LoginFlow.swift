import Dispatch
import ForeignSDK
import Foundation
import PledgeWhen

extension SDK {
  func logIn(_ name: String, password: String) -> Promise<Int> {
    Promise { resolve, reject in
      self.logIn(name, password: password) { id, error in
        if let id = id { resolve(id) } else { reject(error ?? SDKError.offline) }
      }
    }
  }

  func user(_ id: Int) -> Promise<User> {
    Promise { resolve, reject in
      self.user(id) { user, error in
        if let user = user { resolve(user) } else { reject(error ?? SDKError.offline) }
      }
    }
  }
}

/// A class of the main actor whose handlers run in the background and on the main queue.
@MainActor
final class LoginScreen {
  private let background = DispatchQueue(label: "login")
  private(set) var title = "Log in"
  private(set) var spinners = 0

  func logIn(password: String) -> Promise<String> {
    spinners += 1
    return SDK.shared.logIn("ada", password: password)
      .then { id in SDK.shared.user(id) }
      .then(on: background) { user in "Hello, \(user.name)" }
      .recover { error -> String in
        guard case SDKError.wrongPassword = error else { throw error }
        return "Try again"
      }
      .done { title in self.show(title) }
  }

  /// Swift 6 mode requires a method to state that it is called on the main thread.
  private nonisolated func show(_ title: String) {
    MainActor.assumeIsolated {
      self.title = title
      self.spinners -= 1
    }
  }
}

@MainActor
func loginFlow(_ completion: @escaping @MainActor () -> Void) {
  let screen = LoginScreen()
  screen.logIn(password: "wrong")
    .then { title -> Promise<String> in
      require(title == "Try again", "first title: \(title)")
      return MainActor.assumeIsolated { screen.logIn(password: "secret") }
    }
    .done { title in
      require(title == "Hello, Ada", "second title: \(title)")
      MainActor.assumeIsolated {
        require(screen.title == "Hello, Ada" && screen.spinners == 0, "screen: \(screen.title)")
        completion()
      }
    }
    .fail { error in
      require(false, "log in: \(error)")
    }
}

@main
enum Program {
  static func main() { run(["login": { end in loginFlow { end(nil) } }]) }
}
