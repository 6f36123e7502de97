import Foundation
import PledgeBrightFutures

// Three small programs in the style of BrightFutures clients. Each compiles in Swift 5 and in Swift
// 6 mode from the same source, and checks and prints its results.

/// An unexpected result of a program.
struct Wrong: Error, CustomStringConvertible {
  let description: String
}

/// Returns a future that fails unless `actual` is as expected.
func expect<T: Equatable>(_ actual: T, _ expected: T, _ what: String) -> Result<Void, Wrong> {
  actual == expected
    ? .success(()) : .failure(Wrong(description: "\(what): \(actual), not \(expected)"))
}

let login = MainActor.assumeIsolated { LoginProgram().run() }
let programs = [login, runDownloads(), runImages()]

programs.sequence().onSuccess { _ in
  print("login, downloads and images: as expected")
  exit(0)
}.onFailure { wrong in
  print("wrong: \(wrong)")
  exit(1)
}
DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
  print("wrong: not done within a minute")
  exit(1)
}
RunLoop.main.run()
