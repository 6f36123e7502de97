import Synchronization

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
