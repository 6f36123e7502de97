import Dispatch
import ForeignSDK
import Foundation
import PledgeBolts

extension TaskCompletionSource {
  /// Completes the task with the arguments of a callback.
  func finish(_ result: TResult?, _ error: (any Error)?) {
    if let result = result { set(result: result) } else { set(error: error ?? SDKError.offline) }
  }
}

extension SDK {
  func logIn(_ name: String, password: String) -> Task<Int> {
    let source = TaskCompletionSource<Int>()
    logIn(name, password: password) { id, error in source.finish(id, error) }
    return source.task
  }

  func user(_ id: Int) -> Task<User> {
    let source = TaskCompletionSource<User>()
    user(id) { user, error in source.finish(user, error) }
    return source.task
  }
}

/// A class of the main actor whose handlers run on a queue, on the SDK's queue, and on the main
/// queue.
@MainActor
final class LoginScreen {
  private let background = DispatchQueue(label: "login")
  private(set) var title = "Log in"
  private(set) var spinners = 0

  func logIn(password: String) -> Task<String> {
    spinners += 1
    return SDK.shared.logIn("ada", password: password)
      .continueOnSuccessWithTask { id in SDK.shared.user(id) }
      .continueOnSuccessWith(.queue(background)) { user in "Hello, \(user.name)" }
      .continueOnErrorWith { (error: SDKError) -> String in
        guard error == .wrongPassword else { throw error }
        return "Try again"
      }
      .continueOnSuccessWith(.mainThread) { title in
        self.show(title)
        return title
      }
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
    .continueOnSuccessWithTask(.mainThread) { title -> Task<String> in
      require(title == "Try again", "first title: \(title)")
      return MainActor.assumeIsolated { screen.logIn(password: "secret") }
    }
    .continueWith(.mainThread) { task in
      require(task.result == "Hello, Ada", "second title: \(task)")
      MainActor.assumeIsolated {
        require(screen.title == "Hello, Ada" && screen.spinners == 0, "screen: \(screen.title)")
        completion()
      }
    }
}

@main
enum Program {
  static func main() { run(["login": { end in loginFlow { end(nil) } }]) }
}
