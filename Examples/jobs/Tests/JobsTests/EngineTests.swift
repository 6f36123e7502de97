import Foundation
import Pledge
import PledgeTesting
import Synchronization
import Testing

@testable import jobs

/// The behavior of jobs, on each engine.
@Suite struct EngineTests {
  private let bench = Bench()
  private let input = Data("input".utf8)

  @Test(arguments: Kind.allCases)
  func `the answer is that of the handler, which runs once`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine())
    bench.work(on: jobs) { [bench] job in
      bench.handle(job)
      return Promise(value: job.payload + Data(" of \(job.id)".utf8))
    }
    #expect(try await jobs.submit("a", input).value.text == "input of a")
    #expect(try await jobs.submit("a", input).value.text == "input of a")
    #expect(bench.jobs("started") == ["a.1"])
  }

  @Test(arguments: Kind.allCases)
  func `a job that runs is shared, and kept by its last submission`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine())
    bench.work(on: jobs)
    let (first, second) = (jobs.submit("a", input), jobs.submit("a", input).shared())
    try await bench.event("started a.1")
    first.discard()
    second.map { $0 }.discard()
    let third = jobs.submit("a", input)
    try await bench.expectOutput(of: "a.1", for: second, third)
    #expect(bench.jobs("started") == ["a.1"])
  }

  @Test(arguments: Kind.allCases)
  func `a submitter that restarts finds its job`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let before = Jobs(on: engine).submit("a", input)
    let jobs = Jobs(on: engine)
    bench.work(on: jobs)
    try await bench.event("started a.1")
    try await bench.expectOutput(of: "a.1", for: before, jobs.submit("a", input))
    #expect(bench.jobs("started") == ["a.1"])
  }

  @Test(arguments: Kind.allCases)
  func `an id belongs to its payload`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine(), step: bench.note)
    let first = jobs.submit("a", input)
    try await bench.event("published a.1")
    let error = try await expectRejected(jobs.submit("a", Data()), with: ArgumentError.self)
    #expect("\(error)".hasPrefix("the job 'a' has another payload"))
    _ = try await expectRejected(jobs.submit("a.b", input), with: ArgumentError.self)
    // A discard of the other payload leaves the job alone.
    let (answer, ending) = jobs.start("a", Data())
    answer.discard()
    _ = try await expectRejected(ending, with: ArgumentError.self)
    bench.work(on: jobs)
    try await bench.event("started a.1")
    first.discard()
    try await bench.event("discarded a.1")
  }

  @Test(arguments: Kind.allCases)
  func `a discard after a restart ends the next attempt`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let before = Jobs(on: engine)
    bench.work(on: before) { [bench] job in
      let work = bench.handle(job)
      if job.attempt == 1 { throw ArgumentError("bad") }
      return work
    }
    let error = try await expectRejected(before.submit("a", input), with: JobError.self)
    #expect(error == .failed(kind: "ArgumentError", message: "bad"))
    let second = before.submit("a", input)
    try await bench.event("started a.2")
    let (after, ending) = Jobs(on: engine).start("a", input)
    after.discard()
    #expect(try await ending.value == .stopped)
    try await bench.event("discarded a.2")
    try await bench.expectOutput(of: "a.3", for: second)
  }

  @Test(arguments: Kind.allCases)
  func `a queued job that is discarded never starts`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine(), step: bench.note)
    let (answer, ending) = jobs.start("a", input)
    try await bench.event("published a.1")
    answer.discard()
    #expect(try await ending.value == .removed)
    let next = jobs.submit("b", input)
    bench.work(on: jobs)
    try await bench.expectOutput(of: "b.1", for: next)
    #expect(bench.jobs("started") == ["b.1"])
    // Another submission is another attempt.
    let again = jobs.submit("a", input)
    try await bench.expectOutput(of: "a.2", for: again)
  }

  @Test(arguments: Kind.allCases)
  func `a discard by another process leaves a job to the rest`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let jobs = Jobs(on: engine)
    bench.work(on: jobs)
    let (mine, other) = (jobs.submit("a", input), Jobs(on: engine, step: bench.note))
    let theirs = other.submit("a", input)
    try await bench.event("published a.1")
    try await bench.event("started a.1")
    theirs.discard()
    try await bench.expectOutput(of: "a.2", for: mine)
  }

  /// Discards each job when its worker is about to start it, in one of four ways.
  @Test(arguments: Kind.allCases)
  func `either a discard or a claim wins`(_ kind: Kind) async throws {
    /// Blocks the thread of a worker.
    @Sendable func block<V>(_ future: Future<V>) { _ = try? future.wait(timeout: .seconds(600)) }
    let submissions = Mutex<[String: (answer: Promise<Data>, ending: Future<Jobs.Ending>)]>([:])
    let jobs = Jobs(on: try await kind.engine()) { [bench] step, name in
      // The worker may be faster than the submitter.
      if step == .delivered { block(bench.promise(for: "submitted \(name)")) }
      let way = (Int(name.prefix { $0 != "." }) ?? 0) % 4
      if step == [.delivered, .delivered, .claimed, .atWork][way],
        let (answer, ending) = submissions.withLock({ $0.removeValue(forKey: name) })
      {
        if way == 1 { DispatchQueue.global().async { answer.discard() } } else { answer.discard() }
        // The first way wins, the second one races, and the others lose.
        if way == 0 { block(ending) }
      }
      bench.happened("\(step) \(name)")
    }
    bench.work(on: jobs)
    var endings: [Jobs.Ending: Int] = [:]
    for number in 0..<1_000 {
      let name = "\(number).1"
      let submission = jobs.start("\(number)", input)
      submissions.withLock { $0[name] = submission }
      bench.happened("submitted \(name)")
      let ending = try await submission.ending.value
      endings[ending, default: 0] += 1
      // The worker has done with it.
      try await bench.event("acknowledged \(name)")
      if ending == .removed { #expect(bench.promise(for: "started \(name)").isPending) }
      // Its handler starts in any case, perhaps after the acknowledgement.
      if number % 4 == 3 { try await bench.event("discarded \(name)") }
    }
    // Every other handler that started was discarded, too.
    for name in bench.jobs("started") { try await bench.event("discarded \(name)") }
    #expect(endings[.removed, default: 0] >= 250 && endings[.stopped, default: 0] >= 500)
    #expect(endings[.answered] == nil)
  }

  // MARK: - Workers

  @Test(arguments: Kind.allCases)
  func `a worker that drains finishes its jobs`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine())
    let stop = DiscardSource()
    let work = jobs.work(limit: 1, until: stop.token, handler: bench.handle)
    let answer = jobs.submit("a", input)
    try await bench.event("started a.1")
    stop.discard()
    try await bench.expectOutput(of: "a.1", for: answer)
    try await work.value
    #expect(bench.jobs("discarded").isEmpty)
    // Jobs that the worker still receives are delivered again.
    let next = jobs.submit("b", input)
    bench.work(on: jobs) { _ in Promise(value: Data("other".utf8)) }
    #expect(try await next.value.text == "other")
  }

  @Test(arguments: Kind.allCases, [1, 2])
  func `a worker that stops hands jobs back`(_ kind: Kind, deliveries: Int) async throws {
    let jobs = Jobs(on: try await kind.engine(), deliveries: deliveries)
    let answer = jobs.submit("a", input)
    let first = jobs.work(limit: 1, handler: bench.handle)
    try await bench.event("started a.1")
    first.discard()
    try await bench.event("discarded a.1")
    bench.work(on: jobs) { _ in Promise(value: Data("second".utf8)) }
    if deliveries == 1 {
      #expect(try await expectRejected(answer, with: JobError.self) == .deliveriesUsedUp(1))
    } else {
      #expect(try await answer.value.text == "second")
    }
  }

  @Test(arguments: Kind.allCases)
  func `a job that waits exceeds the limit`(_ kind: Kind) async throws {
    let clock = ManualClock()
    let jobs = Jobs(on: try await kind.engine(), clock: clock)
    let answer = jobs.submit("a", input, limit: .seconds(10))
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    let error = try await expectRejected(answer, with: JobError.self)
    #expect(error == .exceeded(limit: .seconds(10)))
  }

  @Test(arguments: Kind.allCases)
  func `a handler that hangs exceeds the limit, without the submitter`(_ kind: Kind) async throws {
    let (engine, clock, end) = (try await kind.engine(), ManualClock(), DispatchSemaphore(value: 0))
    // The clock of the submitter stands still, as if it had ended.
    let submitter = Jobs(on: engine, clock: ManualClock())
    let answer = submitter.submit("a", input, limit: .seconds(10))
    bench.work(on: Jobs(on: engine, clock: clock)) { [bench] job in
      let work = bench.handle(job)
      if job.id == "a" { end.wait() }
      return work
    }
    try await bench.event("started a.1")
    // The other sleeper reports that the worker is alive.
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(10))
    let error = try await expectRejected(answer, with: JobError.self)
    #expect(error == .exceeded(limit: .seconds(10)))
    // Its slot is free, although its thread hangs.
    let next = submitter.submit("b", input)
    try await bench.expectOutput(of: "b.1", for: next)
    end.signal()
    try await bench.event("discarded a.1")
  }

  @Test(arguments: Kind.allCases)
  func `a retry does not meet its own failure`(_ kind: Kind) async throws {
    let clock = ManualClock()
    let jobs = Jobs(on: try await kind.engine())
    bench.work(on: jobs)
    let answer = retry { [input] in
      jobs.submit("a", input).timeout(after: .seconds(10), clock: clock)
    }
    try await bench.event("started a.1")
    clock.advance(by: .seconds(10))
    try await bench.event("discarded a.1")
    try await bench.expectOutput(of: "a.2", for: answer)
  }
}
