import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// Work that a body starts after its last run.
struct UnexploredTests {
  private enum Work: CaseIterable {
    case answer, timer, job, jobThatWaits

    func start(_ world: Exploration.World) {
      switch self {
      case .answer: UnexploredTests.answer(world)
      case .timer: after(.seconds(1), clock: world.clock).ignoringErrors()
      case .job: world.context("user").run("types") {}
      case .jobThatWaits: world.context("user").run { UnexploredTests.answer(world) }
      }
    }

    var name: String {
      switch self {
      case .answer, .jobThatWaits: "news: Promise<Int>(pending) from App/A.swift:3"
      case .timer: "a timer"
      case .job: "user: types"
      }
    }
  }

  private static func answer(_ world: Exploration.World) {
    world.pending(Int.self, .value(1), label: "news", file: "App/A.swift", line: 3)
      .ignoringErrors()
  }

  @Test(arguments: Work.allCases)
  private func `work after the last run fails the ordering`(work: Work) {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        world.run()
        work.start(world)
      }
    }
    let problem = "\(work.name) was started after the last world.run(): call world.run() after it"
    #expect(error?.problems == [problem])
  }

  @Test(arguments: Work.allCases)
  private func `another run explores it`(work: Work) throws {
    let report = try explore { world in
      world.run()
      work.start(world)
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `what need not happen may be left`() throws {
    let report = try explore { world in
      let shown = world.pending(Int.self, .never)
      shown.observe(on: world.context("main")) { _ in }
      world.run()
      // Its handler takes a job.
      shown.discard()
      _ = world.pending(Int.self, .value(1))
      world.pending(Int.self, .value(1), .never).ignoringErrors()
    }
    #expect(report.isComplete)
  }
}
