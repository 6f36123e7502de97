import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

/// Promises that stay pending, with consumers that have detached.
struct ConsumerTests {
  @Test func `a combination that has ended does not wait for the rest`() throws {
    let report = try explore { world in
      let slow = Promise<Int>()
      let fast = world.pending(Int.self, .value(1))
      race([slow, fast]).ignoringErrors()
      any([slow, fast]).ignoringErrors()
      all([slow, world.pending(Int.self, .error(Refused()))]).ignoringErrors()
      world.run()
      withExtendedLifetime(slow) {}
    }
    #expect(report.isComplete)
  }

  @Test(arguments: [0, 1, 3])
  func `a consumer waits even if the promises between were merged`(depth: Int) {
    let problems = problems { world in
      let source = Promise<Int>(file: "App/A.swift", line: 3)
      @Sendable func nested(_ depth: Int) -> Promise<Int> {
        depth == 0 ? source.map { $0 } : Promise(value: 1).flatMap { _ in nested(depth - 1) }
      }
      nested(depth).observe { _ in }
      world.run()
      withExtendedLifetime(source) {}
    }
    let problem = "Promise from App/A.swift:3 stayed pending, and has consumers"
    #expect(problems.first == problem)
  }

  private struct Refused: Error {}
}

/// Code that starts something anew whenever the end of an ordering discards it.
@Suite(.hangLimit)
struct EndlessTests {
  @Test(arguments: [1, 2])
  func `connections that are opened again fail nothing`(count: Int) throws {
    let report = try explore { world in
      @Sendable func connect() {
        for _ in 1...count {
          world.pending(Int.self, .never).observe { if case .failure = $0 { connect() } }
        }
      }
      connect()
      world.run()
    }
    #expect(report.description == "all 1 orderings of whole parts")
  }

  @Test func `a timer that starts the next one fails after many steps`() throws {
    let problems = problems { world in
      @Sendable func tick() {
        after(.seconds(1), clock: world.clock).observe { _ in tick() }
      }
      tick()
      world.run()
    }
    #expect(problems == ["the ordering has not ended after 10000 steps"])
  }
}

struct RemainingTests {
  @Test func `a timer or a discard alone remains`() {
    var agenda = Agenda()
    #expect(!agenda.hasRemaining)
    agenda.add(Agenda.Timer(id: agenda.nextID(), deadline: .zero, work: {}, discard: {}))
    #expect(agenda.hasRemaining)
    _ = agenda.takeRemaining()
    agenda.add(Agenda.Pending("", isPending: { true }, discard: {}))
    #expect(agenda.hasRemaining)
  }
}

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
    let problems = problems { world in
      world.run()
      work.start(world)
    }
    let problem = "\(work.name) was started after the last world.run(): call world.run() after it"
    #expect(problems == [problem])
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
