import Foundation
import PledgePromises

// Runs the programs on the main thread, and its run loop until no promise is pending.

@MainActor
final class Report {
  private(set) var failures: [String] = []

  func check<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
    if found != expected { failures.append("\(what): \(found) instead of \(expected)") }
  }

  func check<Value: Equatable>(_ what: String, _ promise: Promise<Value>, _ expected: Value) {
    var found: Value?
    promise.then { found = $0 }.catch { self.failures.append("\(what): \($0)") }
    if !waitForPromises(timeout: 30) { failures.append("\(what): still pending after 30 s") }
    if let found = found { check(what, found, expected) }
  }

  func checkLogin() {
    let screen = LoginScreen()
    let login = screen.logIn("ada", "secret")
    check("busy", screen.isBusy, true)
    check("login", login, User(name: "Ada", session: "session by token of ada"))
    check("title", screen.title, "Hello, Ada!")
    check("no longer busy", screen.isBusy, false)
    check(
      "no login",
      screen.logIn("ada", "guess").then { $0.name }.recover { "\($0)" },
      "wrongPassword"
    )
    check("apology", screen.title, "Sorry: wrongPassword")
  }

  func checkImages() {
    let cache = ImageCache()
    let thumbnail = Thumbnail(cache)
    let cats = all((1...3).map { _ in thumbnail.show("cat") })
    check("thumbnails", cats, Array(repeating: "cat, 3 pixels", count: 3))
    check("shown", thumbnail.shown, "cat, 3 pixels")
    check("loads", cache.loads, 1)
    check("missing", thumbnail.show("missing"), "no image: notThere")
    let dog = Promise<Image>(on: .global()) { try cache.imageNow("dog") }
    check("blocking", dog.then { $0.name }, "dog")
  }
}

let failures: [String] = MainActor.assumeIsolated {
  let report = Report()
  report.checkLogin()
  report.checkImages()
  return report.failures
}
guard failures.isEmpty else {
  FileHandle.standardError.write(Data((failures.joined(separator: "\n") + "\n").utf8))
  exit(1)
}
print("login and images came out as they should")
