import Dispatch
import Foundation

/// Uses Pledge from the main actor, and exits with 1 if a result differs from the documentation.
@main
@MainActor
final class Client {
  private var passed = 0
  private var failures: [String] = []

  static func main() async throws {
    let client = Client()
    try await client.checkViewModel()
    try await client.checkRemedies()
    client.expect(await failedClosures() == 0, "closures run on their actor")
    exit(client.report())
  }

  func expect(_ isMet: Bool, _ expectation: String) {
    if isMet {
      passed += 1
    } else {
      failures.append(expectation)
    }
  }

  /// Waits until the main queue has run everything that it now contains.
  func turnOfMainQueue() async {
    await withCheckedContinuation { turn in
      DispatchQueue.main.async { turn.resume() }
    }
  }

  private func report() -> CInt {
    for failure in failures { print("failed: \(failure)") }
    print("\(passed) passed, \(failures.count) failed")
    return failures.isEmpty ? 0 : 1
  }
}
