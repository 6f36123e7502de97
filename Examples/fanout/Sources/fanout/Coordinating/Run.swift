import Pledge

/// One run, from the start of the workers to the report.
struct Run: Sendable {
  var workers = 4
  var items = 10_000
  var kills = 1
  var seed = 1
  var limit = 32
  var policy = Policy()
  /// The program to start as a worker.
  var program: String
  var isVerbose = false

  /// Performs the run and returns its report, and always ends all workers.
  func report() async throws -> Report {
    let fleet = try await Fleet.launched(workers, of: program, seed: seed)
    let report = await report(of: fleet)
    await fleet.stop()
    return report
  }

  private func report(of fleet: Fleet) async -> Report {
    let links = fleet.links
    let dispatcher = Dispatcher(workers: workers, policy: policy) { assignment, timeLeft in
      links[assignment.worker].call(assignment, timeLeft: timeLeft)
    }
    for (worker, process) in fleet.processes.enumerated() {
      process.end.observe { _ in dispatcher.died(worker) }
    }
    let plan = KillPlan(count: kills, workers: workers, items: items, seed: seed)
    let killer = Killer(plan, in: fleet)
    let start = ContinuousClock.now
    let batch = dispatcher.map(0..<items, limit: limit) { _ in killer.answered() }
    let interrupt = Interrupt { batch.discard() }
    let outcomes = try? await batch.value
    let time = start.duration(to: .now)
    withExtendedLifetime(interrupt) {}
    return Report(
      items: 0..<items,
      outcomes: outcomes ?? [],
      ledger: dispatcher.ledger,
      killed: killer.killed,
      accounts: (try? await fleet.accounts().value) ?? [],
      time: time,
      wasInterrupted: outcomes == nil,
      isVerbose: isVerbose
    )
  }
}
