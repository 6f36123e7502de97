import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

struct SleepSetTests {
  /// A job: its context, and whether it starts another one on the context named "main".
  private struct Job {
    let context: Int
    let startsAnother: Bool
  }

  /// The orders of the jobs that share a log: all but those of the last context that start nothing.
  private func orders(of jobs: [Job], sharesNothing: Bool) throws -> (Set<[Int]>, tried: Int) {
    let orders = Log<[Int]>()
    let report = try explore(within: .orderings(.max)) { world in
      let log = Log<Int>()
      for (number, job) in jobs.enumerated() {
        let isLast = job.context == 2
        let context = world.context("\(job.context)", sharesNothing: isLast && sharesNothing)
        context.run {
          if !isLast { log.add(number) }
          if job.startsAnother { world.context("main").run { log.add(100 + number) } }
        }
      }
      world.run()
      orders.add(log.entries)
    }
    return (Set(orders.entries), report.tried)
  }

  @Test(arguments: 0..<40)
  func `contexts that share nothing change no result, and save orderings`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let jobs = (1...6).map { _ in
      Job(
        context: Int.random(in: 0...2, using: &generator),
        startsAnother: Int.random(in: 0...3, using: &generator) == 0
      )
    }
    let (all, tried) = try orders(of: jobs, sharesNothing: false)
    let (reduced, triedReduced) = try orders(of: jobs, sharesNothing: true)
    #expect(reduced == all)
    #expect(triedReduced <= tried)
  }

  @Test func `two lanes of ten jobs that share nothing need eleven orderings`() throws {
    let report = try explore { world in
      for name in ["left", "right"] {
        for _ in 1...10 { world.context(name, sharesNothing: true).run {} }
      }
      world.run()
    }
    // One, and one that only repeats it for each job of the first lane.
    #expect(report.isComplete)
    #expect(report.tried == 11)
  }

  @Test func `a failure is found, and replayed without the reduction`() throws {
    let body: (Exploration.World) throws -> Void = { world in
      let log = Log<String>()
      for _ in 1...3 { world.context("quiet", sharesNothing: true).run {} }
      for name in ["a", "b"] { world.context(name).run { log.add(name) } }
      world.run()
      world.expect(log.entries == ["a", "b"])
    }
    let found = #expect(throws: ExplorationError.self) { try explore(body) }
    let replayed = #expect(throws: ExplorationError.self) {
      try explore(replaying: found?.replay ?? "", body)
    }
    #expect(replayed?.steps == found?.steps)
  }
}
