import Foundation
import Pledge

/// Runs the samples that compile, and exits with 1 if a result differs from the documentation.
@main
struct Client {
  private static var failures: [String] = []

  static func main() async throws {
    let screen = Screen()
    try await screen.show(1).value
    expect(screen.text == "<Ada>.", "the screen shows a user")
    expect(screen.loads == 1, "the screen counts on the main actor")
    expect(try await screen.greeting(1).value == "<Ada>.ADA", "a handler copies state")
    try await checkSettled(screen)
    expect(await failedClosures() == 0, "closures run on their actor")
    report()
  }

  private static func checkSettled(_ screen: Screen) async throws {
    _ = try? await screen.show(0).value
    expect(screen.text == "offline", "the screen shows an error")

    let question = screen.question()
    screen.answer("42")
    expect(question.isFulfilled, "the stored resolver fulfills the promise")
    expect(try await Promise { User.nobody.initial }.value.isEmpty, "a closure makes a promise")
  }

  private static func expect(_ isMet: Bool, _ expectation: String) {
    if !isMet { failures.append(expectation) }
  }

  private static func report() {
    for failure in failures { print("failed: \(failure)") }
    print("\(failures.count) failed")
    if !failures.isEmpty { exit(1) }
  }
}
