import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

@Suite(.enabled(if: tasksHaveExecutors))
struct WorldExecutorTests {
  @Test func `tasks on the executor run with the world`() throws {
    let orders = Log<[String]>()
    let report = try explore { world in
      let log = Log<String>()
      for name in ["a", "b", "c"] {
        world.start { log.add(name) }
      }
      world.expect(log.count == 0)
      world.run()
      orders.add(log.entries)
    }
    #expect(report.isComplete)
    #expect(report.tried == 6)
    #expect(Set(orders.entries).count == 6)
  }

  @Test func `a task keeps its priority`() throws {
    let orders = Log<String>()
    try explore(by: .priorities(seed: 1, depth: 1), within: .orderings(50)) { world in
      let log = Log<String>()
      for name in ["a", "b"] {
        world.start {
          for _ in 1...3 {
            log.add(name)
            await world.rest()
          }
        }
      }
      world.run()
      orders.add(log.entries.joined())
    }
    #expect(Set(orders.entries) == ["ababab", "bababa"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an issue of a task that is left does not fail a later ordering`() throws {
    let executor = HeldJobs()
    let report = try explore { world in
      for name in ["a", "b"] { world.context(name).run {} }
      world.run()
      if executor.isEmpty {
        Task(executorPreference: executor) { Issue.record("late") }
      } else {
        executor.runJobs()
      }
    }
    #expect(report.tried == 2)
  }

  /// Keeps the jobs of tasks until they are wanted.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class HeldJobs: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    var isEmpty: Bool { jobs.value.isEmpty }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    func runJobs() {
      let taken = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      // SAFETY: each job is taken once, so it runs once.
      for job in taken { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  @Test func `a step names its task, and what it settles`() throws {
    let error = #expect(throws: ExplorationError.self) {
      try explore { world in
        let saved = Promise<Void>(file: "App/A.swift", line: 3)
        let answer = world.pending(Int.self, .value(1), label: "news", file: "App/A.swift", line: 4)
        world.start {
          _ = try await answer.value
          saved.resolve()
        }
        world.run()
        world.expect(false)
      }
    }
    #expect(
      error?.steps == [
        "task 1", "news: Promise<Int>(fulfilled: 1) from App/A.swift:4",
        "task 1 after news: Promise from App/A.swift:3",
      ]
    )
  }

  @Test func `a sleep ends when its task is canceled`() throws {
    let results = Log<Bool>()
    try explore(timers: .atAnyTime) { world in
      let isCanceled = Locked(false)
      let sleeper = world.start {
        do { try await world.clock.sleep(for: .seconds(1)) } catch is CancellationError {
          isCanceled.value = true
        }
      }
      world.context("user").run { sleeper.cancel() }
      world.run()
      // If the timer fires before the task continues, it is too late to stop it.
      world.expect(isCanceled.value || world.clock.now.offset == .seconds(1))
      results.add(isCanceled.value)
    }
    #expect(Set(results.entries) == [false, true])
  }

  @Test(arguments: RuntimeHooks.support.hasTasks ? [true, false] : [true])
  func `a task that is resumed by another thread fails the ordering`(prefersExecutor: Bool) {
    let queue = DispatchQueue(label: "app.queue")
    let problems = problems { world in
      let waiting = Log<CheckedContinuation<Void, Never>>()
      @Sendable func wait() async { await withCheckedContinuation { waiting.add($0) } }
      if prefersExecutor { world.start(wait) } else { Task(operation: wait) }
      world.run()
      queue.async { for continuation in waiting.entries { continuation.resume() } }
      queue.sync {}
      world.run()
    }
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("a task was resumed by another thread") == true)
  }
}
