import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// A lock is released between the check of a waiter and its registration.
struct LostWakeUpTests {
  private final class UserLock: Sendable {
    private struct State {
      var isTaken = false
      var waiters: [Promise<Void>] = []
    }

    private let state = Locked(State())
    private let checker: WorldContext
    private let registrar: WorldContext
    private let isAtomic: Bool

    init(_ world: Exploration.World, isAtomic: Bool) {
      (checker, registrar) = (world.context("check"), world.context("register"))
      self.isAtomic = isAtomic
    }

    func acquire() -> Promise<Void> {
      let turn = Promise<Void>()
      checker.run("check") { [self] in
        if take() { return turn.resolve() }
        if isAtomic { return add(turn) }
        registrar.run("register") { [self] in add(turn) }
      }
      return turn
    }

    func release() {
      let next = state.withLock { state -> Promise<Void>? in
        state.isTaken = !state.waiters.isEmpty
        return state.isTaken ? state.waiters.removeFirst() : nil
      }
      next?.resolve()
    }

    private func take() -> Bool {
      state.withLock { state in
        defer { state.isTaken = true }
        return !state.isTaken
      }
    }

    private func add(_ turn: Promise<Void>) {
      state.withLock { $0.waiters.append(turn) }
    }
  }

  @Test func `an exploration finds the race`() throws {
    try expectRace { world, isRepaired in
      let lock = UserLock(world, isAtomic: isRepaired)
      for number in 1...2 {
        lock.acquire()
          .flatMap { world.pending(Void.self, .value(()), label: "work \(number)") }
          .ensure { lock.release() }
          .ignoringErrors()
      }
      // No expectation: a promise that stays pending fails the ordering.
      world.run()
    }
  }
}
