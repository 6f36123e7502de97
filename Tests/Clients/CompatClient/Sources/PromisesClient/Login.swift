import ForeignSDK
import Foundation
import PledgePromises

// A login flow: an SDK with callbacks, a screen on the main actor, and work on a background queue.

enum LoginError: Error {
  case noNetwork
}

final class LoginService: Sendable {
  private let work = DispatchQueue(label: "work")

  func logIn(_ name: String, _ password: String) -> Promise<User> {
    wrap { SDK.shared.logIn(name, password: password, completion: $0) }
      .then(on: work) { id in
        all(self.user(id), self.session(id))
      }.then(on: work) { user, session in
        user.map { Promise($0) } ?? Promise(LoginError.noNetwork)
      }.timeout(10)
  }

  private func user(_ id: Int?) -> Promise<User?> {
    guard let id = id else { return Promise(LoginError.noNetwork) }
    return wrap { SDK.shared.user(id, completion: $0) }
  }

  private func session(_ id: Int?) -> Promise<String> {
    Promise<String>(on: work) { "session of \(id ?? 0)" }
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

@main
enum Program {
  @MainActor
  static func main() {
    let screen = LoginScreen()
    screen.logIn("ada", "secret")
    require(screen.isBusy, "the screen is not busy")
    // Runs the main queue meanwhile.
    require(waitForPromises(timeout: 30), "the login is still pending after 30 s")
    require(screen.title == "Hello, Ada!" && !screen.isBusy, "title: \(screen.title)")
    screen.logIn("ada", "guess")
    require(waitForPromises(timeout: 30), "the login is still pending after 30 s")
    require(screen.title == "Sorry: wrongPassword", "title: \(screen.title)")

    let cache = ImageCache()
    let thumbnail = Thumbnail(cache)
    let names = all(["cat", "cat", "missing"].map(thumbnail.show))
    require(waitForPromises(timeout: 30), "the images are still pending after 30 s")
    names.then { require($0 == ["cat, 3 pixels", "cat, 3 pixels", "no image: notThere"], "\($0)") }
    require(waitForPromises(timeout: 30) && cache.loads == 2, "loads: \(cache.loads)")
    print("PromisesClient: login and images came out as they should")
  }
}
