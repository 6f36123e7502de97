import Foundation
import Pledge

/// One run, from the start of the workers to the report.
struct Run: Sendable {
  /// The workers of a run.
  enum Fleet: Sendable {
    /// Child processes; some are killed during the run.
    case launched(Int, of: String, kills: Int)
    /// Workers that were started elsewhere.
    case connected([Endpoint], Security)
  }

  var fleet: Fleet
  var items = 10_000
  var seed = 1
  var limit = 32
  var policy = Policy()
  /// Keeps the answers, and has those of an earlier part of this run.
  var ledger: RunLedger?
  var showsProgress = false

  /// Performs the run and returns its report, and always ends all workers that it has started.
  func report() async throws -> Report {
    switch fleet {
    case .connected(let endpoints, let security):
      return try await report(from: Workers(at: endpoints, security: security))
    case .launched(let count, let program, let kills):
      let processes = try WorkerProcess.start(count, of: program, seed: seed)
      do {
        let workers = try Workers(at: try await all(processes.map(\.endpoint)).value)
        let plan = Kills(kills, of: processes, items: items, seed: seed)
        let report = try await report(from: workers, plan)
        await WorkerProcess.stop(processes)
        return report
      } catch {
        await WorkerProcess.stop(processes)
        throw error
      }
    }
  }

  private func report(from workers: Workers, _ kills: Kills? = nil) async throws -> Report {
    defer { workers.close() }
    let dispatcher = Dispatcher(policy: policy, remote: workers.answer)
    let earlier = try ledger?.answers() ?? []
    let start = ContinuousClock.now
    let outcomes = try await outcomes(from: dispatcher, after: earlier, kills)
    return Report(
      items: 0..<items,
      outcomes: try outcomes.map(saved) ?? [],
      tally: dispatcher.tally,
      killed: kills?.killed ?? [],
      time: start.duration(to: .now),
      resumed: earlier.count,
      wasInterrupted: outcomes == nil,
      wasStopped: dispatcher.isStopped
    )
  }

  /// Returns the outcomes of the items that have no answer yet, or `nil` after Ctrl-C.
  private func outcomes(
    from dispatcher: Dispatcher<ContinuousClock>,
    after earlier: [Answer],
    _ kills: Kills?
  ) async throws -> [Outcome]? {
    let open = Set(0..<items).subtracting(earlier.map(\.item)).sorted()
    let progress = showsProgress ? Progress(of: items, earlier: earlier.count) : nil
    let isAnswered = Promise<Void>()
    let batch = dispatcher.map(open, limit: limit, ledger: ledger) { outcome in
      guard outcome.failure == nil else { return }
      isAnswered.resolve()
      kills?.answered()
      progress?.advance()
    }
    .ensure { isAnswered.resolve() }
    let interrupts = [
      Interrupt(SIGINT) { batch.discard() }, Interrupt(SIGTERM) { dispatcher.stop() },
    ]
    defer { withExtendedLifetime(interrupts) {} }
    do {
      try await isAnswered.timeout(after: policy.patience).value
    } catch {
      batch.discard()
      let reason = dispatcher.tally.reasons.first?.reason ?? "the workers are silent"
      throw StartError.noAnswer(reason: reason, patience: policy.patience)
    }
    return try? await batch.value
  }

  /// Replaces the answers by those of the ledger: they are the result of the run.
  private func saved(_ outcomes: [Outcome]) throws -> [Outcome] {
    guard let ledger else { return outcomes }
    let saved = try ledger.answers().map { Outcome(item: $0.item, result: .success($0)) }
    return saved + outcomes.filter { $0.failure != nil }
  }
}
