import Synchronization

/// The workers to kill, and the number of answered items after which each is killed.
struct KillPlan: Equatable, Sendable {
  struct Kill: Equatable, Sendable {
    let worker: Int
    let after: Int
  }

  /// The remaining kills, the earliest first.
  private(set) var kills: [Kill]

  static let none = KillPlan(count: 0, workers: 0, items: 0, seed: 0)

  /// Chooses `count` workers, and times between 10% and 90% of the run.
  init(count: Int, workers: Int, items: Int, seed: Int) {
    let order = (0..<workers).sorted {
      (UInt64(mixing: seed, 1, $0), $0) < (UInt64(mixing: seed, 1, $1), $1)
    }
    kills = order.prefix(count).map { worker in
      let share = Double(UInt64(mixing: seed, 2, worker) % 1000) / 1000
      return Kill(worker: worker, after: Int(Double(items) * (0.1 + 0.8 * share)))
    }
    kills.sort { ($0.after, $0.worker) < ($1.after, $1.worker) }
  }

  /// Takes the kills that are due when `answered` items are answered.
  mutating func due(at answered: Int) -> [Kill] {
    let due = kills.prefix { $0.after <= answered }
    kills.removeFirst(due.count)
    return Array(due)
  }
}

/// Kills workers during the run, as planned.
final class Killer: Sendable {
  private let state: Mutex<(plan: KillPlan, answered: Int, killed: [KillPlan.Kill])>
  private let fleet: Fleet

  init(_ plan: KillPlan, in fleet: Fleet) {
    state = Mutex((plan, 0, []))
    self.fleet = fleet
  }

  var killed: [KillPlan.Kill] { state.withLock { $0.killed } }

  /// Records that one more item has been answered.
  func answered() {
    let due = state.withLock { state in
      state.answered += 1
      let due = state.plan.due(at: state.answered)
      state.killed += due
      return due
    }
    for kill in due { fleet.processes[kill.worker].kill() }
  }
}
