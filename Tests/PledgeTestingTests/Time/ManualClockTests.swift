import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

@Suite(.hangLimit)
struct ManualClockTests {
  private let clock = ManualClock()

  // MARK: The time

  @Test func `it starts at zero`() {
    #expect(clock.now.offset == .zero)
    #expect(clock.minimumResolution == .zero)
  }

  @Test func `it advances by a duration or to an instant`() {
    clock.advance(by: .seconds(2))
    clock.advance(to: .init(offset: .seconds(4)))
    clock.advance(to: clock.now)
    #expect(clock.now.offset == .seconds(4))
  }

  @Test func `it stands still at the greatest time`() async throws {
    let greatest = Duration.seconds(Int64.max)
    let timer = after(greatest, clock: clock)
    await clock.run(for: greatest)
    for _ in 1...30 { clock.advance(by: greatest) }
    try await clock.sleep(until: .init(offset: greatest))
    #expect(timer.isFulfilled)
    #expect(clock.now.offset == greatest)
    #expect(clock.now.duration(to: .init(offset: .seconds(Int64.min))) < .seconds(Int64.min + 2))
    let failures = await failures { await clock.run(for: .seconds(Int64.min)) }
    #expect(failures.count == 1)
  }

  @Test func `moving it back fails the test and does not change the time`() async {
    clock.advance(by: .seconds(2))
    let line = #line + 2
    let failures = await failures {
      clock.advance(by: .seconds(-1))
      clock.advance(to: .init(offset: .seconds(1)))
    }

    #expect(
      failures == [
        Failure("advance(by: -1.0 seconds): time goes forward only", line: line),
        Failure("advance(to: 1.0 seconds): time goes forward only", line: line + 1),
      ]
    )
    #expect(clock.now.offset == .seconds(2))
  }

  // MARK: Sleeping

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `sleepers wake by deadline, then in the order of their calls`() async throws {
    let log = Log<String>()
    let line = Line()
    var tasks: [Task<Void, any Error>] = []
    for (name, seconds) in [("c", 3), ("a", 1), ("b", 2), ("c'", 3), ("a'", 1)] {
      // Tasks on one serial executor continue in the order in which they are woken.
      tasks.append(
        Task(executorPreference: line) {
          try await clock.sleep(for: .seconds(seconds))
          log.add(name)
        }
      )
      await clock.waitForSleepers(tasks.count)
      // A task woken before it has suspended would continue without being enqueued.
      await Task(executorPreference: line) {}.value
    }

    clock.advance(by: .seconds(3))
    for task in tasks { try await task.value }

    #expect(log.entries == ["a", "a'", "b", "c", "c'"])
  }

  @Test func `a task that sleeps again is woken once by each advance`() async throws {
    let ticks = Log<Duration>()
    let task = Task { [clock] in
      while true {
        try await clock.sleep(for: .seconds(1))
        ticks.add(clock.now.offset)
      }
    }
    for _ in 1...3 {
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(2))
    }
    await clock.waitForSleepers(1)

    #expect(ticks.entries == [.seconds(2), .seconds(4), .seconds(6)])
    task.cancel()
  }

  // MARK: Cancellation

  @Test func `a canceled sleeper is removed immediately, and wakes no other`() async throws {
    let others = [await clock.sleeper(until: 5), await clock.sleeper(until: 5)]
    let task = await clock.sleeper(until: 5)

    task.cancel()
    #expect(clock.sleepers == 2)

    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(5))
    for other in others { try await other.value }
  }

  @Test(arguments: [-1, 0, 1]) func `a canceled task does not begin to sleep`(seconds: Int) async {
    let task = cancelledTask { [clock] in try await clock.sleep(for: .seconds(seconds)) }

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleepers == 0)
  }

  @Test func `a sleeper canceled while it goes to sleep is removed`() async {
    for _ in 0..<500 {
      let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    #expect(clock.sleepers == 0)
  }

  // MARK: Waiting for sleepers

  @Test func `waits for sleepers end when there are exactly that many`() async throws {
    let log = Log<Int>()
    let waits = [1, 2].map { count in
      Task { [clock] in
        await clock.waitForSleepers(count)
        log.add(count)
      }
    }

    var tasks: [Task<Void, any Error>] = []
    for wait in waits {
      tasks.append(await clock.sleeper(until: 1))
      // Before the number changes again, because each wait is for an exact number.
      await wait.value
    }
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(0)

    #expect(log.entries == [1, 2])
    for task in tasks { try await task.value }
  }

  @Test(arguments: [(1, 0), (-1, 0), (1, 2)])
  func `too few or too many sleepers fail the test`(expected: Int, found: Int) async {
    var tasks: [Task<Void, any Error>] = []
    for _ in 0..<found { tasks.append(await clock.sleeper(until: 1)) }
    let line = #line + 2
    let failures = await failures {
      await clock.waitForSleepers(expected, within: .milliseconds(1))
    }

    let message = "number of sleepers within 0.001 seconds: expected \(expected), found \(found)"
    #expect(failures == [Failure(message, line: line)])
    for task in tasks { task.cancel() }
  }

  @Test func `a task that is canceled stops waiting for sleepers`() async {
    let failures = await failures {
      try await cancelledTask { [clock] in
        await clock.waitForSleepers(1, within: .seconds(600))
      }.value
    }

    let message = "number of sleepers before the task was canceled: expected 1, found 0"
    #expect(failures.map(\.message) == [message])
  }

  // MARK: Many

  @Test func `sleeping, canceling, and advancing may happen on several threads`() async {
    let tasks = (0..<400).map { number in
      Task { [clock] in try await clock.sleep(for: .seconds(number % 20)) }
    }
    concurrently(400) { number in
      if number.isMultiple(of: 3) { tasks[number].cancel() }
      clock.advance(by: .milliseconds(10))
    }

    clock.advance(by: .seconds(1))
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
    #expect(clock.sleepers == 0)
    #expect(clock.now.offset == .seconds(5))
  }
}

/// Runs tasks one at a time.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class Line: TaskExecutor {
  private let queue = DispatchQueue(label: "line")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
