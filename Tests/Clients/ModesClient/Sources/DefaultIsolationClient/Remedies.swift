import Foundation
import Pledge

var loads = 0
nonisolated let base = "users/"

nonisolated func parse(_ text: String) throws -> Int {
  text.count
}

func fetched(_ id: Int) async throws -> Int {
  id + loads
}

func shouted(_ name: String) -> String {
  loads += 1
  return name.uppercased()
}

/// Counts its jobs on the main actor, and runs them on any thread.
struct Counting: ExecutionContext {
  let screen: Screen

  func run(_ work: @escaping @Sendable () -> Void) {
    Task { @MainActor in screen.jobs += 1 }
    work()
  }
}

/// The remedies of Documentation/DefaultIsolation.md that are not in other files.
enum Remedies {
  static func onMainActor(_ name: Future<String>) -> [Future<String>] {
    [
      name.map(on: MainActor.shared, shouted),
      name.flatMap(on: MainActor.shared) { Promise(value: shouted($0)) },
      name.tap(on: MainActor.shared) { _ in loads += 1 },
    ]
  }

  static func without(_ user: Future<User>, _ name: Future<String>) -> [Future<String>] {
    [
      user.map { $0.initial },
      user.map { $0 == User.nobody ? "" : $0.name },
      name.map { base + $0 },
      name.recover { $0 as? Failure == .offline ? "offline" : "failed" },
    ]
  }

  static func promises(_ text: String) -> [Future<Int>] {
    [
      Promise { try parse(text) },
      Promise { try await fetched(1) },
    ]
  }
}
