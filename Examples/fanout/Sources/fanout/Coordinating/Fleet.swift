import Pledge

/// The workers of a run: their processes, and the connections to them.
final class Fleet: Sendable {
  let processes: [WorkerProcess]
  let links: [WorkerLink]

  private init(processes: [WorkerProcess], links: [WorkerLink]) {
    self.processes = processes
    self.links = links
  }

  /// Starts `count` workers; if one does not start, none is left running.
  static func launched(_ count: Int, of program: String, seed: Int) async throws -> Fleet {
    var processes: [WorkerProcess] = []
    do {
      for worker in 0..<count {
        let work = Work(worker: worker, seed: seed)
        processes.append(try WorkerProcess(program: program, work: work))
      }
      let ports = try await all(processes.map(\.port)).value
      let links = try ports.enumerated().map { try WorkerLink(worker: $0.offset, port: $0.element) }
      return Fleet(processes: processes, links: links)
    } catch {
      for process in processes { await process.stop() }
      throw error
    }
  }

  /// Asks each worker what has happened to its calls; `nil` for one that does not answer.
  ///
  /// A worker hears of a discard a little later; so it is asked until none of its calls is under way.
  func counts() -> Promise<[WorkCounts.Numbers?]> {
    all(
      links.map { link in
        poll(every: .milliseconds(20), until: { $0.underWay == 0 }) { link.counts() }
          .timeout(after: .seconds(5))
          .nilOnError()
      }
    )
  }

  /// Ends the connections and the workers.
  func stop() async {
    for link in links { link.close() }
    for process in processes { await process.stop() }
  }
}
