import Dispatch
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct WorldTests {
  private let kept = Log<Promise<Int>>()

  private struct Offline: Error {}

  // MARK: Promises

  @Test func `a promise has each of its outcomes, and may stay pending`() throws {
    let outcomes = Log<String>()
    let report = try explore { world in
      let promise = world.pending(Int.self, .value(1), .error(Offline()), .never)
      promise.ignoringErrors()
      world.run()
      outcomes.add("\(promise)")
    }
    #expect(report.tried == 3)
    let expected = ["pending", "fulfilled: 1", "rejected: Offline()"].map { "Promise<Int>(\($0))" }
    #expect(outcomes.entries == expected)
  }

  @Test func `the steps of an ordering name promises by their labels`() throws {
    let error = try #require(throws: ExplorationError.self) {
      try explore { world in
        let user = Promise<Int>(file: "App/Loader.swift", line: 42).labeled("user 7")
        let stage = user.map { $0 }
        stage.ignoringErrors()
        world.context("main").run { user.resolve(1) }
        world.run()
        world.expect(user.isPending)
      }
    }
    #expect("\(error)".contains("Promise of user 7 from App/Loader.swift:42"))
  }

  @Test func `a discard happens at any time, or not at all`() throws {
    let results = Log<String>()
    let report = try explore { world in
      let promise = world.pending(Int.self, .value(1))
      let bag = DiscardBag()
      promise.discarded(by: bag).ignoringErrors()
      world.discardAtAnyTime(bag)
      world.run()
      results.add("\(promise.isFulfilled)")
    }
    // The answer alone, the answer before the discard, and the discard, after which there is none.
    #expect(report.tried == 3)
    #expect(results.entries == ["true", "true", "false"])
  }

  // MARK: Running

  @Test func `a body can act between runs`() throws {
    let report = try explore { world in
      let first = world.pending(Int.self, .value(1))
      world.run()
      world.expect(first.isFulfilled)
      let second = world.pending(Int.self, .value(1), .value(2))
      world.run()
      world.expect(second.isFulfilled)
    }
    #expect(report.tried == 2)
  }

  @Test func `a job cannot run the world`() {
    let problems = problems { world in
      world.context("main").run { world.run() }
      world.run()
    }
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("run() was called by a job") == true)
  }

  // MARK: Checks

  @Test func `an expectation names its place`() {
    let problems = problems { world in
      world.run()
      world.expect(false, "late", file: "App/A.swift", line: 3)
    }
    #expect(problems == ["late (App/A.swift:3)"])
  }

  @Test func `an unhandled rejection fails the ordering`() {
    let problems = problems { world in
      _ = world.pending(Int.self, .error(Offline()), file: "App/A.swift", line: 3).map { $0 }
      world.run()
    }
    #expect(problems == ["unhandled rejection from App/A.swift:3: Offline()"])
  }

  @Test func `a promise that keeps itself pending has a substitute`() {
    let consumed = problems { world in
      Promise<Int>.never(file: "App/A.swift", line: 3).map { $0 }.ignoringErrors()
      world.run()
    }
    let substitute = "use world.pending(Int.self, .never) in its place"
    let start = "Promise.never() from App/A.swift:3"
    #expect(consumed == ["\(start) stayed pending, and has consumers: \(substitute)"])
    let alone = problems { world in
      kept.add(Promise.never(file: "App/A.swift", line: 3))
      world.run()
    }
    #expect(alone == ["\(start) stays in memory: \(substitute)"])
    for promise in kept.entries { promise.discard() }
  }

  @Test func `what waits for a promise that never comes may stay pending`() throws {
    let report = try explore { world in
      let never = world.pending(Int.self, .never)
      all([never, world.pending(Int.self, .value(1))]).observe { _ in }
      never.ensure {}.ignoringErrors()
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a promise that outlives the ordering, or an ensure that never runs, fails it`() {
    let problems = problems { world in
      for line: UInt in [3, 4] { kept.add(Promise<Int>(file: "App/A.swift", line: line)) }
      kept.entries[1].ensure {}.ignoringErrors()
      world.run()
    }
    for origin in ["Promise from App/A.swift:3", "ensure from App/A.swift:4"] {
      let problem = "\(origin) is pending after the ordering has ended"
      #expect(problems.contains { $0.hasPrefix(problem) })
    }
    for promise in kept.entries { promise.discard() }
  }

  // MARK: Other threads

  @Test func `a promise settled by another thread fails the ordering`() {
    let queue = DispatchQueue(label: "app.queue")
    let problems = problems { world in
      let promise = Promise<Int>(file: "App/A.swift", line: 3)
      promise.ignoringErrors()
      queue.async { promise.resolve(1) }
      queue.sync {}
      world.run()
    }
    #expect(problems == ["Promise from App/A.swift:3 was settled by another thread"])
  }

  @Test func `promises of other threads do not matter`() throws {
    let queue = DispatchQueue(label: "app.queue")
    let report = try explore { world in
      queue.async { kept.add(Promise<Int>()) }
      queue.sync {}
      world.run()
    }
    #expect(report.isComplete)
    for promise in kept.entries { promise.discard() }
  }

  // MARK: Steps

  @Test func `a step names its context, its stage, its label, and its place`() {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        let bag = DiscardBag()
        world.context("user").run("types") {
          world.pending(Int.self, .value(1), label: "news", file: "App/A.swift", line: 3)
            .map(on: world.context("main")) { $0 }
            .discarded(by: bag)
            .delay(by: .seconds(2), clock: world.clock)
            .ignoringErrors()
        }
        world.discardAtAnyTime(bag, label: "the screen")
        world.run()
        world.expect(false)
      }
    }
    #expect(
      error?.steps == [
        "user: types",
        "news: Promise<Int>(fulfilled: 1) from App/A.swift:3",
        "main: map of news from App/A.swift:3",
        "clock at 2.0 seconds: delay of news from App/A.swift:3",
      ]
    )
  }
}
