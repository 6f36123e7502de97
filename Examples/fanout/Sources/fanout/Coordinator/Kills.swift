import Synchronization

/// Kills workers in the middle of a run; the seed determines which ones, and when.
final class Kills: Sendable {
  private struct State {
    /// The remaining kills, the latest first.
    var plan: [(worker: Int, after: Int)]
    var killed: [(worker: Int, after: Int)] = []
    var answered = 0
  }

  private let processes: [WorkerProcess]
  private let state: Mutex<State>

  /// Plans `count` kills, each between 10% and 90% of the run.
  init(_ count: Int, of processes: [WorkerProcess], items: Int, seed: Int) {
    self.processes = processes
    let order = processes.indices.sorted {
      UInt64(mixing: seed, 1, $0) < UInt64(mixing: seed, 1, $1)
    }
    let plan = order.prefix(count).map { worker in
      let share = 0.1 + 0.8 * Double(UInt64(mixing: seed, 2, worker) % 1000) / 1000
      return (worker: worker, after: Int(Double(items) * share))
    }
    state = Mutex(State(plan: plan.sorted { $0.after > $1.after }))
  }

  /// The workers that were killed, and the number of items that were answered by then.
  var killed: [(worker: Int, after: Int)] { state.withLock(\.killed) }

  /// Records that one more item has been answered.
  func answered() {
    let due = state.withLock { state -> Int? in
      state.answered += 1
      guard let next = state.plan.last, next.after <= state.answered else { return nil }
      state.killed.append(state.plan.removeLast())
      return next.worker
    }
    if let due { processes[due].kill() }
  }
}
