import Dispatch
import ForeignSDK
import Foundation
import PledgePromiseKit

/// The app's own name for promises.
public typealias Loading = PledgePromiseKit.Promise

extension SDK {
  func logIn(_ password: String) -> Promise<Int> {
    Promise { seal in logIn("ada", password: password, completion: seal.resolve) }
  }

  func user(_ id: Int) -> Promise<User> {
    Promise { seal in user(id, completion: seal.resolve) }
  }

  func logOut() -> Promise<Void> {
    Promise { seal in logOut(completion: seal.resolve) }
  }
}

/// Retries after a pause, up to the given number of attempts.
func attempt<T>(
  _ times: Int,
  pause: DispatchTimeInterval = .milliseconds(1),
  _ body: @escaping @Sendable () -> Promise<T>
) -> Promise<T> {
  body().recover { error -> Promise<T> in
    guard times > 1, !(error is PMKError) else { throw error }
    return after(pause).then { attempt(times - 1, pause: pause, body) }
  }
}

/// A class of the main actor whose handlers run on a queue, synchronously, and on the main queue.
@MainActor
final class LoginScreen {
  private let background = DispatchQueue(label: "login")
  private(set) var title = "Log in"
  private(set) var isSpinning = false

  func logIn(_ password: String) -> Promise<String> {
    isSpinning = true
    return firstly {
      SDK.shared.logIn(password)
    }.then(on: background) { id in
      SDK.shared.user(id)
    }.map(on: nil) { user in
      "Hello, \(user.name)"
    }.get { title in
      self.show(title)
    }.ensure {
      self.stopSpinning()
    }
  }

  func logInOrExplain(_ password: String, end: @escaping @Sendable () -> Void) {
    logIn(password).done { title in
      require(title == "Hello, Ada", "title: \(title)")
    }.catch { error in
      self.show("Try again: \(error)")
    }.finally {
      end()
    }
  }

  #if swift(>=6)
  // In Swift 6 mode, a method that a handler calls has to state that the handler runs on the main
  // thread.
  private nonisolated func show(_ title: String) {
    MainActor.assumeIsolated { self.title = title }
  }

  private nonisolated func stopSpinning() {
    MainActor.assumeIsolated { isSpinning = false }
  }
  #else
  private func show(_ title: String) { self.title = title }

  private func stopSpinning() { isSpinning = false }
  #endif
}

@MainActor
func loginFlow() -> Promise<Void> {
  let screen = LoginScreen()
  let explained = Guarantee<Void> { resolve in
    screen.logInOrExplain("wrong") { resolve(()) }
  }
  require(screen.isSpinning, "the screen spins immediately")
  return explained.then { () -> Promise<String> in
    MainActor.assumeIsolated {
      require(screen.title == "Try again: wrongPassword", "title: \(screen.title)")
      return screen.logIn("secret")
    }
  }.then { title -> Promise<Void> in
    MainActor.assumeIsolated {
      require(title == "Hello, Ada" && screen.title == title, "title: \(screen.title)")
      require(!screen.isSpinning, "the screen stops spinning")
    }
    return attempt(3) { SDK.shared.logOut() }
  }
}

@main
enum Program {
  static func main() {
    run([
      "login": { end in loginFlow().done { end(nil) }.catch { end("\($0)") } },
      "vendored": { end in end(vendoredProblem()) },
    ])
  }
}
