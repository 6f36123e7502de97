import Foundation
import Pledge

/// One run, from the start of the workers to the report.
struct Run: Sendable {
  /// The workers of a run.
  enum Workers: Sendable {
    /// Child processes; some are killed during the run.
    case launched(Int, of: String, kills: Int)
    /// Workers that were started elsewhere.
    case connected([Endpoint], Security)
  }

  var workers: Workers
  var items = 10_000
  var seed = 1
  var limit = 32
  var policy = Policy()
  /// Keeps the answers, and has those of an earlier part of this run.
  var ledger: RunLedger?
  var showsProgress = false

  /// Performs the run and returns its report, and always ends all workers that it has started.
  func report() async throws -> Report {
    let fleet = try await fleet()
    do {
      let report = try await report(of: fleet)
      await fleet.stop()
      return report
    } catch {
      await fleet.stop()
      throw error
    }
  }

  private func fleet() async throws -> Fleet {
    switch workers {
    case .launched(let count, let program, _):
      try await Fleet.launched(count, of: program, seed: seed)
    case .connected(let endpoints, let security):
      try Fleet.connected(to: endpoints, security: security)
    }
  }

  private func report(of fleet: Fleet) async throws -> Report {
    let dispatcher = dispatcher(for: fleet)
    let heartbeats = Heartbeats(to: fleet.links, policy: policy)
    let beating = heartbeats.reporting(to: dispatcher)
    beating.ignoringErrors()
    defer { beating.discard() }
    try await start(dispatcher, fleet, heartbeats)

    let killer = Killer(plan, in: fleet)
    let start = ContinuousClock.now
    let earlier = try ledger?.answers() ?? []
    let open = Set(0..<items).subtracting(earlier.map(\.item)).sorted()
    let progress = showsProgress ? Progress(of: items, earlier: earlier.count) : nil
    let batch = dispatcher.map(open, limit: limit, ledger: ledger) { outcome in
      guard outcome.failure == nil else { return }
      killer.answered()
      progress?.advance()
    }
    let interrupts = [
      Interrupt(SIGINT) { batch.discard() }, Interrupt(SIGTERM) { dispatcher.stop() },
    ]
    let outcomes = try? await batch.value
    let time = start.duration(to: .now)
    withExtendedLifetime(interrupts) {}
    return Report(
      items: 0..<items,
      outcomes: try outcomes.map(saved) ?? [],
      ledger: dispatcher.ledger,
      killed: killer.killed,
      accounts: await accounts(of: fleet, dispatcher, heartbeats),
      time: time,
      returns: fleet.links.map { dispatcher.presence(of: $0.worker).returns },
      resumed: earlier.count,
      wasInterrupted: outcomes == nil,
      wasStopped: dispatcher.isStopped
    )
  }

  /// Replaces the answers by those of the ledger: they are the result of the run.
  private func saved(_ outcomes: [Outcome]) throws -> [Outcome] {
    guard let ledger else { return outcomes }
    let saved = try ledger.answers().map { Outcome(item: $0.item, result: .success($0)) }
    return saved + outcomes.filter { $0.failure != nil }
  }

  private func dispatcher(for fleet: Fleet) -> Dispatcher<ContinuousClock> {
    let links = fleet.links
    let state = fleet.processes.isEmpty ? Presence.State.away : .present
    let dispatcher = Dispatcher(workers: links.count, state, policy: policy) {
      assignment,
      timeLeft in links[assignment.worker].call(assignment, timeLeft: timeLeft)
    }
    for (worker, process) in fleet.processes.enumerated() {
      process.end.observe { _ in dispatcher.died(worker) }
    }
    return dispatcher
  }

  /// Waits for the first worker.
  private func start(
    _ dispatcher: Dispatcher<ContinuousClock>,
    _ fleet: Fleet,
    _ heartbeats: Heartbeats
  ) async throws {
    do {
      try await dispatcher.worker().timeout(after: policy.patience).value
    } catch is TimeoutError {
      let workers = fleet.links.map { link in
        (link.endpoint, heartbeats.failure(of: link.worker)?.detail ?? "it is silent")
      }
      throw StartError.noAnswer(workers: workers, patience: policy.patience)
    }
  }

  private func accounts(
    of fleet: Fleet,
    _ dispatcher: Dispatcher<ContinuousClock>,
    _ heartbeats: Heartbeats
  ) async -> [Account] {
    let accounts = (try? await fleet.accounts().value) ?? []
    return accounts.enumerated().map { worker, account in
      guard dispatcher.presence(of: worker).state == .incompatible,
        let failure = heartbeats.failure(of: worker)
      else { return account }
      return .refused(failure.detail)
    }
  }

  private var plan: KillPlan {
    guard case .launched(let count, _, let kills) = workers else { return .none }
    return KillPlan(count: kills, workers: count, items: items, seed: seed)
  }
}
