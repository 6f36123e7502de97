import Pledge

/// The workers of a run, and the connections to them.
final class Fleet: Sendable {
  /// The processes of the workers, or none if they were started elsewhere.
  let processes: [WorkerProcess]
  let links: [WorkerLink]

  private init(processes: [WorkerProcess], links: [WorkerLink]) {
    self.processes = processes
    self.links = links
  }

  /// Starts `count` workers.
  ///
  /// If one fails to start, all are stopped.
  static func launched(_ count: Int, of program: String, seed: Int) async throws -> Fleet {
    var processes: [WorkerProcess] = []
    do {
      for worker in 0..<count {
        let work = Work(worker: worker, seed: seed)
        processes.append(try WorkerProcess(program: program, work: work))
      }
      let ports = try await all(processes.map(\.port)).value
      let links = try ports.enumerated().map { worker, port in
        try WorkerLink(worker: worker, endpoint: Endpoint(host: "127.0.0.1", port: port))
      }
      return Fleet(processes: processes, links: links)
    } catch {
      await stop(processes, patience: .seconds(5))
      throw error
    }
  }

  /// Connects to the workers at `endpoints`.
  static func connected(to endpoints: [Endpoint], security: Security) throws -> Fleet {
    let links = try endpoints.enumerated().map { worker, endpoint in
      try WorkerLink(worker: worker, endpoint: endpoint, security: security)
    }
    return Fleet(processes: [], links: links)
  }

  /// Asks each worker for the outcomes of its calls.
  ///
  /// A worker is notified of a discard a little later, so it is asked until it has no current
  /// calls.
  func accounts() -> Promise<[Account]> {
    all(
      links.map { link in
        let counts = poll(every: .milliseconds(20), until: { $0.underWay == 0 }) { link.counts() }
        let end = processes.isEmpty ? nil : processes[link.worker].end
        return Account.of(counts: counts, end: end, patience: .seconds(5))
      }
    )
  }

  /// Ends all connections and processes together, and kills workers that still run after `patience`.
  func stop(patience: Duration = .seconds(5)) async {
    for link in links { link.close() }
    await Self.stop(processes, patience: patience)
  }

  private static func stop(_ processes: [WorkerProcess], patience: Duration) async {
    await withDiscardingTaskGroup { group in
      for process in processes { group.addTask { await process.stop(patience: patience) } }
    }
  }
}
