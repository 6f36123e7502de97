import PledgeGSPromise

// Demonstrates the remedies of Documentation/Moving/Swift6.md with the operations of this library:
// for a captured variable, and a method of the main actor. It is never run.

private func load(_ ids: [Int], by manager: GSPromiseManager) {
  nonisolated(unsafe) var seen: Set<Int> = []
  let operation = GSPromising { ok in
    if ids.allSatisfy({ seen.insert($0).inserted }) { ok() }
  }
  manager.addPromise(operation)
}

@MainActor
private final class Screen {
  private var steps = 0

  // All operations end on the main thread.
  func follow(_ manager: GSPromiseManager) {
    let operation = GSPromising { ok in
      MainActor.assumeIsolated { self.show() }
      ok()
    }
    manager.addPromise(operation)
  }

  private func show() { steps += 1 }
}
