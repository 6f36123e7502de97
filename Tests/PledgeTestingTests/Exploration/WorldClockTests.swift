import Dispatch
import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

struct WorldClockTests {
  @Test func `timers fire in the order of their deadlines, at their time`() throws {
    let report = try explore { world in
      let log = Log<Duration>()
      for seconds in [3, 1, 2] {
        after(.seconds(seconds), clock: world.clock).observe { _ in log.add(world.clock.now.offset)
        }
      }
      world.run()
      world.expect(log.entries == [.seconds(1), .seconds(2), .seconds(3)])
    }
    #expect(report.tried == 1)
  }

  @Test func `timers with equal deadlines fire in any order`() throws {
    let report = try explore { world in
      for _ in 1...3 { after(.seconds(1), clock: world.clock).ignoringErrors() }
      world.run()
    }
    #expect(report.tried == 6)
  }

  @Test func `a timer is as late as an answer likes`() throws {
    let results = Log<Bool>()
    let report = try explore { world in
      let answer = world.pending(Int.self, .value(1), .never)
        .timeout(after: .seconds(1), clock: world.clock)
      answer.ignoringErrors()
      world.run()
      results.add(answer.isFulfilled)
    }
    // The answer comes first and stops the timer, or the limit ends the wait for the answer.
    #expect(report.tried == 2)
    #expect(results.entries == [true, false])
  }

  @Test func `a timer that was stopped does not fire`() throws {
    let report = try explore { world in
      after(.seconds(1), clock: world.clock).discard()
      world.run()
      world.expect(world.clock.now.offset == .zero)
    }
    #expect(report.tried == 1)
  }

  @Test func `timed operations need no task`() throws {
    let report = try explore { world in
      let attempts = Locked(0)
      let clock = world.clock
      retry(max: 3, backoff: .constant(.seconds(2)), clock: clock) { () -> Promise<Int> in
        attempts.withLock { $0 += 1 }
        return attempts.value < 3
          ? Promise(error: Broken()) : Promise(value: 1).delay(by: .seconds(1), clock: clock)
      }
      .ignoringErrors()
      world.run()
      world.expect(attempts.value == 3)
      world.expect(clock.now.offset == .seconds(5), "\(clock.now.offset)")
    }
    #expect(report.tried == 1)
  }

  @Test(arguments: OtherClock.allCases)
  fileprivate func `a timer on another clock fails the ordering`(program: OtherClock) {
    let problems = problems { world in
      program.run(world)
      world.run()
    }
    let problem = "a timer runs on a clock outside the world: pass world.clock"
    #expect(problems.contains(problem))
  }

  fileprivate enum OtherClock: CaseIterable {
    case after, task, delay, timeout, deadline, manualTimeout, retry, hedge, queue, batch, source

    func run(_ world: Exploration.World) {
      let answer = world.pending(Int.self, .value(1))
      let clock = ContinuousClock()
      switch self {
      case .after: Pledge.after(.seconds(50)).discard()
      case .task: world.start { Pledge.after(.seconds(50)).discard() }
      case .delay: answer.delay(by: .seconds(50)).ignoringErrors()
      case .timeout: answer.timeout(after: .seconds(50)).ignoringErrors()
      case .deadline: answer.deadline(clock.now + .seconds(50)).ignoringErrors()
      case .manualTimeout:
        answer.timeout(after: .seconds(50), clock: ManualClock()).ignoringErrors()
      case .retry:
        Pledge.retry(max: 2, backoff: .constant(.seconds(50))) {
          answer.map { _ in throw Broken() }
        }
        .ignoringErrors()
      case .hedge: Pledge.hedge(after: .seconds(50)) { answer }.ignoringErrors()
      case .queue:
        let queue = PromiseQueue(rate: .init(1, per: .seconds(50)))
        for _ in 1...2 { queue.add { answer }.ignoringErrors() }
      case .batch:
        BatchLoader<Int, Int>(window: .seconds(50)) { _ in answer.map { [1: $0] } }.value(for: 1)
          .ignoringErrors()
      case .source: DiscardSource().discard(after: .seconds(50))
      }
    }
  }

  @Test func `a delay of zero needs no clock`() throws {
    let report = try explore { world in
      world.pending(Int.self, .value(1)).delay(by: .zero).ignoringErrors()
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a task cannot sleep on it`() async {
    let sleepers = Log<Task<Void, any Error>>()
    let clocks = Log<WorldClock>()
    _ = try? explore { world in
      clocks.add(world.clock)
      world.run()
    }
    for clock in clocks.entries { sleepers.add(Task { try await clock.sleep(for: .seconds(1)) }) }
    for sleeper in sleepers.entries {
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(clocks.entries.map(\.minimumResolution) == [.zero])
  }
}

struct WorldContextTests {
  /// Two contexts with *m* and *n* jobs have as many orderings as there are ways to choose the
  /// places of the first one's jobs among all: (*m* + *n*)! / (*m*! *n*!).
  @Test(arguments: [(1, 1, 2), (2, 2, 6), (3, 3, 20), (2, 5, 21)])
  func `jobs of two contexts are merged in every way`(m: Int, n: Int, count: Int) throws {
    let report = try explore { world in
      for _ in 0..<m { world.context("a").run {} }
      for _ in 0..<n { world.context("b").run("named") {} }
      world.run()
    }
    #expect(report.tried == count)
  }

  @Test func `a closure is released before the next job runs`() throws {
    let log = Log<String>()
    try explore { world in
      let main = world.context("main")
      do {
        let object = Life { log.add("released") }
        main.run { withExtendedLifetime(object) { log.add("first") } }
      }
      main.run { log.add("second") }
      world.run()
    }
    #expect(log.entries == ["first", "released", "second"])
  }

  @Test func `a closure may release objects that use the world`() throws {
    let report = try explore { world in
      let main = world.context("main")
      do {
        let bag = DiscardBag()
        after(.seconds(1), clock: world.clock).discarded(by: bag).ignoringErrors()
        main.run { withExtendedLifetime(bag) {} }
      }
      main.run {}
      world.run()
    }
    #expect(report.isComplete)
  }

  @Test func `a job from another thread fails the ordering`() throws {
    let problems = problems { world in
      let main = world.context("main")
      DispatchQueue(label: "app.queue").sync {
        let done = DispatchSemaphore(value: 0)
        detachThread { main.run {} }.observe { _ in done.signal() }
        done.wait()
      }
      world.run()
    }
    let problem = "a job was sent to \"main\" by another thread"
    #expect(problems.contains { $0.hasPrefix(problem) })
  }

  @Test func `observers see the name of the context`() throws {
    let contexts = Log<String?>()
    let installation = Diagnostics.install(ContextObserver(contexts: contexts))
    defer { installation.remove() }
    try explore { world in
      Promise(value: 1).map(on: world.context("exploration.main")) { $0 }.ignoringErrors()
      world.run()
    }
    #expect(contexts.entries.contains("exploration.main"))
  }

  private struct ContextObserver: PromiseObserver {
    let contexts: Log<String?>

    func observe(_ event: PromiseEvent) { contexts.add(event.context) }
  }
}
