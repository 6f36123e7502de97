internal import Support

/// Runs a program on promises of one kind.
///
/// Runs are sequential, and library code stays on the calling thread.
final class Machine<P: Promising>: @unchecked Sendable {
  let ledger = Ledger()
  let world = P.Surroundings()
  private(set) var promises: [P?] = Array(repeating: nil, count: Program.slotCount)
  private var resolvers: [P.Handle?] = Array(repeating: nil, count: Program.slotCount)
  private var watches: [() -> Bool] = []
  let cage = Cage()

  /// Runs a program from its first action to the release of its last reference.
  static func run(_ program: Program) -> Ledger {
    _ = Ledger.listens
    let machine = Machine()
    Ledger.$current.withValue(machine.ledger) {
      Tasks.held {
        for action in program.actions {
          machine.perform(action)
          machine.world.runTasks()
        }
        machine.end()
      }
    }
    return machine.ledger
  }

  /// Records the state of all promises, releases everything, and records what is left.
  private func end() {
    for slot in promises.indices {
      if let promise = promises[slot] { Ledger.note(.stood(slot, promise.glance)) }
    }
    for slot in promises.indices { release(slot) }
    world.resumeQueue()
    world.runTasks()
    while !world.isIdle {
      world.advance(by: 1)
      world.runTasks()
      world.dropJobs()
      world.runTasks()
    }
    Ledger.note(.left(promises: watches.contains { $0() }, closures: cage.living))
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
    watches.append(promise.watch)
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
final class Cage: @unchecked Sendable {
  fileprivate(set) var living = 0
}

/// An object that counts the closure that captures it.
final class Canary: @unchecked Sendable {
  private let cage: Cage

  init(in cage: Cage) {
    self.cage = cage
    cage.living += 1
  }

  deinit {
    cage.living -= 1
  }
}
