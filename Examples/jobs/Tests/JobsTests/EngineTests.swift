import Foundation
@testable import jobs
import Pledge
import PledgeTesting
import Testing

/// What jobs do on each engine.
@Suite struct EngineTests {
  private let bench = Bench()
  private let input = Data("input".utf8)

  private func jobs(_ kind: Kind, clock: any Clock<Duration> = ContinuousClock()) async throws -> Jobs {
    Jobs(on: try await kind.engine(), clock: clock, step: bench.step)
  }

  @Test(arguments: Kind.allCases)
  func `the answer is that of the handler, which runs once`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let work = jobs.work(limit: 2) { job in
      bench.handle(job)
      return Promise(value: job.payload + Data(" of \(job.id)".utf8))
    }
    #expect(try await jobs.submit("a", input).value.text == "input of a")
    #expect(try await jobs.submit("a", input).value.text == "input of a")
    #expect(bench.started == ["a.1"])
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a job that runs is shared, and kept by its last submission`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let work = jobs.work(limit: 2, handler: bench.handle)
    let (first, second) = (jobs.submit("a", input), jobs.submit("a", input))
    try await bench.wait(for: "started a.1")
    first.discard()
    let third = jobs.submit("a", input)
    bench.end("a.1", "output")
    #expect(try await second.value.text == "output")
    #expect(try await third.value.text == "output")
    #expect(bench.started == ["a.1"])
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a submitter that restarts finds its job`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let before = Jobs(on: engine).submit("a", input)
    let jobs = Jobs(on: engine, step: bench.step)
    let work = jobs.work(limit: 2, handler: bench.handle)
    try await bench.wait(for: "started a.1")
    let after = jobs.submit("a", input)
    bench.end("a.1", "output")
    #expect(try await before.value.text == "output")
    #expect(try await after.value.text == "output")
    #expect(bench.started == ["a.1"])
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a failure is the answer, and the next submission another attempt`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let work = jobs.work(limit: 2) { job in
      if job.attempt == 1 { throw ArgumentError("bad") }
      return Promise(value: Data("better".utf8))
    }
    let error = try await expectRejected(jobs.submit("a", input), with: JobError.self)
    #expect(error == .failed(kind: "ArgumentError", message: "bad"))
    #expect(try await jobs.submit("a", input).value.text == "better")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `an id belongs to its payload`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let first = jobs.submit("a", input)
    try await bench.wait(for: "published a.1")
    let error = try await expectRejected(jobs.submit("a", Data()), with: PayloadMismatchError.self)
    #expect("\(error)".hasPrefix("The job 'a' was submitted with another payload"))
    _ = try await expectRejected(jobs.submit("a.b", input), with: ArgumentError.self)
    first.discard()
    try await jobs.settled().value
  }

  @Test(arguments: Kind.allCases)
  func `a queued job that is discarded never starts`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let (answer, ending) = jobs.start("a", input)
    try await bench.wait(for: "published a.1")
    answer.discard()
    #expect(try await ending.value == .removed)
    let next = jobs.submit("b", input)
    let work = jobs.work(limit: 1, handler: bench.handle)
    try await bench.wait(for: "started b.1")
    bench.end("b.1", "output")
    _ = try await next.value
    #expect(bench.started == ["b.1"])
    // Another submission is another attempt.
    let again = jobs.submit("a", input)
    try await bench.wait(for: "started a.2")
    bench.end("a.2", "output")
    #expect(try await again.value.text == "output")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a discard stops a job that runs`(_ kind: Kind) async throws {
    let jobs = try await jobs(kind)
    let work = jobs.work(limit: 1, handler: bench.handle)
    let (answer, ending) = jobs.start("a", input)
    try await bench.wait(for: "started a.1")
    answer.discard()
    #expect(try await ending.value == .stopped)
    try await bench.wait(for: "discarded a.1")
    try await bench.wait(for: "acknowledged a.1")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a discard by another process leaves a job to the rest`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let jobs = Jobs(on: engine, step: bench.step)
    let work = jobs.work(limit: 2, handler: bench.handle)
    let (mine, other) = (jobs.submit("a", input), Jobs(on: engine, step: bench.step).submit("a", input))
    try await bench.wait(for: "started a.1")
    other.discard()
    try await bench.wait(for: "started a.2")
    bench.end("a.2", "output")
    #expect(try await mine.value.text == "output")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `either a discard or a claim wins`(_ kind: Kind) async throws {
    let discard = DiscardSwitch()
    let jobs = Jobs(
      on: try await kind.engine(),
      step: { [bench] step, name in
        discard.step(step, name)
        bench.step(step, name)
      }
    )
    let work = jobs.work(limit: 1, handler: bench.handle)
    var endings: [Jobs.Ending: Int] = [:]
    for number in 0..<1_000 {
      let name = "\(number).1"
      let submission = jobs.start("\(number)", input)
      discard.submitted(name, submission)
      let ending = try await submission.ending.value
      endings[ending, default: 0] += 1
      // The worker has done with it.
      try await bench.wait(for: "acknowledged \(name)")
      if ending == .removed { #expect(!bench.started.contains(name)) }
    }
    // Every handler that started was discarded; those of the fourth way did start.
    #expect(Set(bench.started) == Set(bench.discarded))
    #expect(bench.started.count >= 250)
    #expect(endings[.removed, default: 0] >= 250 && endings[.stopped, default: 0] >= 500)
    #expect(endings[.answered] == nil)
    print("\(kind): \(endings), \(bench.started.count) handlers started")
    work.discard()
  }

  // MARK: - Workers

  @Test(arguments: Kind.allCases)
  func `a worker that stops hands its jobs back`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine(), step: bench.step)
    let first = jobs.work(limit: 1) { [bench] job in bench.handle(job).tap { _ in } }
    let answer = jobs.submit("a", input)
    try await bench.wait(for: "started a.1")
    first.discard()
    try await bench.wait(for: "discarded a.1")
    let second = jobs.work(limit: 1) { _ in Promise(value: Data("second".utf8)) }
    #expect(try await answer.value.text == "second")
    second.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a worker that drains finishes its jobs, and takes no other`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine(), step: bench.step)
    let stop = DiscardSource()
    let work = jobs.work(limit: 1, until: stop.token, handler: bench.handle)
    let (first, second) = (jobs.submit("a", input), jobs.start("b", input))
    try await bench.wait(for: "published b.1")
    let other = Task { [bench] in
      try? await bench.wait(for: "started b.1")
      bench.end("b.1", "output")
    }
    try await bench.wait(for: "started a.1")
    stop.discard()
    bench.end("a.1", "output")
    #expect(try await first.value.text == "output")
    try await work.value
    other.cancel()
    second.answer.discard()
    _ = try await second.ending.value
  }

  @Test(arguments: Kind.allCases)
  func `a handler may want its job later`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine())
    let work = jobs.work(limit: 1) { [bench] job in
      bench.handle(job)
      if bench.started.count < 3 { throw LaterError(after: .zero) }
      return Promise(value: Data("third".utf8))
    }
    #expect(try await jobs.submit("a", input).value.text == "third")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a job whose deliveries are used up is rejected`(_ kind: Kind) async throws {
    let jobs = Jobs(on: try await kind.engine(), deliveries: 3)
    let work = jobs.work(limit: 1) { [bench] job in
      bench.handle(job)
      throw LaterError(after: .zero)
    }
    let error = try await expectRejected(jobs.submit("a", input), with: JobError.self)
    #expect(error == .deliveriesUsedUp(3))
    #expect(bench.started == ["a.1", "a.1", "a.1"])
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a handler that hangs exceeds the limit`(_ kind: Kind) async throws {
    let clock = ManualClock()
    let jobs = Jobs(on: try await kind.engine(), clock: clock, step: bench.step)
    let end = DispatchSemaphore(value: 0)
    let work = jobs.work(limit: 1) { [bench] job in
      let work = bench.handle(job)
      if job.id == "a" { end.wait() }
      return work
    }
    let answer = jobs.submit("a", input, limit: .seconds(10))
    try await bench.wait(for: "started a.1")
    clock.advance(by: .seconds(10))
    let error = try await expectRejected(answer, with: JobError.self)
    #expect(error == .exceeded(limit: 10))
    // Its slot is free, although its thread hangs.
    let next = jobs.submit("b", input)
    try await bench.wait(for: "started b.1")
    bench.end("b.1", "output")
    #expect(try await next.value.text == "output")
    end.signal()
    try await bench.wait(for: "discarded a.1")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a worker enforces the limit without the submitter`(_ kind: Kind) async throws {
    let engine = try await kind.engine()
    let clock = ManualClock()
    // The clock of the submitter stands still, as if it had ended.
    let answer = Jobs(on: engine, clock: ManualClock()).submit("a", input, limit: .seconds(10))
    let work = Jobs(on: engine, clock: clock).work(limit: 1, handler: bench.handle)
    try await bench.wait(for: "started a.1")
    clock.advance(by: .seconds(10))
    let error = try await expectRejected(answer, with: JobError.self)
    #expect(error == .exceeded(limit: 10))
    try await bench.wait(for: "discarded a.1")
    work.discard()
  }

  @Test(arguments: Kind.allCases)
  func `a retry does not meet its own failure`(_ kind: Kind) async throws {
    let clock = ManualClock()
    let jobs = Jobs(on: try await kind.engine(), step: bench.step)
    let work = jobs.work(limit: 2, handler: bench.handle)
    let answer = retry { [input] in
      jobs.submit("a", input).timeout(after: .seconds(10), clock: clock)
    }
    try await bench.wait(for: "started a.1")
    clock.advance(by: .seconds(10))
    try await bench.wait(for: "discarded a.1")
    try await bench.wait(for: "started a.2")
    bench.end("a.2", "output")
    #expect(try await answer.value.text == "output")
    work.discard()
  }
}
