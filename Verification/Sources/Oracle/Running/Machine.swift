internal import Support

/// Runs a program on promises of one kind.
///
/// Runs are sequential, and library code stays on the calling thread.
final class Machine<P: Promising>: @unchecked Sendable {
  let ledger = Ledger()
  let environment = P.Environment()
  private(set) var promises: [P?] = Array(repeating: nil, count: Program.slotCount)
  private var resolvers: [P.Handle?] = Array(repeating: nil, count: Program.slotCount)
  private var livenessChecks: [() -> Bool] = []
  let canaryCounter = CanaryCounter()

  /// Runs a program from its first action to the release of its last reference.
  static func run(_ program: Program) -> Ledger {
    _ = Ledger.listens
    let machine = Machine()
    Ledger.$current.withValue(machine.ledger) {
      Tasks.held {
        for action in program.actions {
          machine.perform(action)
          machine.environment.runTasks()
        }
        machine.end()
      }
    }
    return machine.ledger
  }

  /// Records the state of all promises, releases everything, and records what is left.
  private func end() {
    for slot in promises.indices {
      if let promise = promises[slot] { Ledger.note(.read(slot, promise.statusSnapshot)) }
    }
    for slot in promises.indices { release(slot) }
    environment.resumeQueue()
    environment.runTasks()
    while !environment.isIdle {
      environment.advance(by: 1)
      environment.runTasks()
      environment.dropJobs()
      environment.runTasks()
    }
    Ledger.note(.left(promises: livenessChecks.contains { $0() }, closures: canaryCounter.living))
  }
}

// MARK: - Slots

extension Machine {
  /// Puts a promise into a slot, or releases it immediately.
  ///
  /// Releases the previous promise of the slot.
  func put(_ promise: consuming P, _ slot: Int?) {
    guard let slot else { return }
    // Handlers called by releasing the old promise may fill the slot again.
    while promises[slot] != nil || resolvers[slot] != nil { release(slot) }
    livenessChecks.append(promise.livenessCheck)
    promises[slot] = promise
  }

  func put(_ made: (P, P.Handle), _ slot: Int) {
    put(made.0, slot)
    resolvers[slot] = made.1
  }

  func release(_ slot: Int) {
    drop(slot)
    breakPromise(slot)
  }

  // The last reference is released when these return, not while the array is being changed, because
  // handlers called then may use any slot.
  @inline(never) func drop(_ slot: Int) { _ = promises[slot].take() }
  @inline(never) func breakPromise(_ slot: Int) { _ = resolvers[slot].take() }

  func resolver(_ slot: Int) -> P.Handle? { resolvers[slot] }
}

/// Counts the living closures of a program.
final class CanaryCounter: @unchecked Sendable {
  fileprivate(set) var living = 0
}

/// An object that counts the closure that captures it.
final class Canary: @unchecked Sendable {
  private let canaryCounter: CanaryCounter

  init(in canaryCounter: CanaryCounter) {
    self.canaryCounter = canaryCounter
    canaryCounter.living += 1
  }

  deinit {
    canaryCounter.living -= 1
  }
}
