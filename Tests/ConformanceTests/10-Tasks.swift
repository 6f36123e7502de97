import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite("10.1 `await`", .hangLimit)
struct Awaiting {
  @Test(
    "10.1.1 `await` returns the value or throws the error, any number of times",
    arguments: everyWay
  )
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_1_1(way: Way) async throws {
    let (fulfilled, values) = way.resolve(1) { promise in
      (promise, Task.immediate { try await [promise.value, promise.value] })
    }
    let (rejected, failure) = way.reject(Int.self, with: Broken()) { promise in
      (promise, Task.immediate { try await promise.value })
    }

    #expect(try await values.value == [1, 1])
    #expect(try await fulfilled.value == 1)
    await #expect(throws: Broken.self) { try await failure.value }
    await #expect(throws: Broken.self) { try await rejected.value }
  }

  @Test("10.1.2 Awaiting a settled promise returns without suspending, even in a canceled task")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_1_2() async {
    let log = Log<Int>()
    let promise = Promise(value: 1)
    let rejected = Promise<Int>(error: Broken())

    let task = Task.immediate {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      log.add(try await promise.value)
      do {
        _ = try await rejected.value
      } catch is Broken {
        log.add(Task.isCancelled ? 2 : 0)
      }
    }

    #expect(log.entries == [1, 2])
    _ = await task.result
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.1.3 A task that is canceled stops waiting immediately, with CancellationError`() async {
    let promise = Promise<Int>()
    let waiting = Task.immediate { try await promise.value }
    let cancelledBefore = Task.immediate {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await promise.value
    }

    waiting.cancel()

    await #expect(throws: CancellationError.self) { try await waiting.value }
    await #expect(throws: CancellationError.self) { try await cancelledBefore.value }
    #expect(promise.isPending)
  }

  @Test(arguments: everyWay)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.1.4 Awaiting a discarded promise throws DiscardedError`(way: Way) async {
    let discard: @Sendable (Promise<Int>) -> Void = { $0.discard() }
    let waiting = way.settle(discard) { promise in
      Task.immediate { try await promise.value }
    }

    await #expect(throws: DiscardedError.self) { try await waiting.value }
  }

  @Test
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func `10.1.5 A canceled wait detaches from the promise`() async throws {
    let root = Promise<Int>()
    let alone = root.map { $0 }
    let shared = root.map { $0 }
    let canceled = [alone, shared].map { promise in Task.immediate { try await promise.value } }
    let remaining = Task.immediate { try await shared.value }

    for task in canceled { task.cancel() }
    for task in canceled { _ = await task.result }

    #expect(alone.isDiscarded)
    #expect(shared.isPending)
    root.resolve(1)
    #expect(try await remaining.value == 1)
  }
}

@Suite("10.2 Promises from tasks", .hangLimit)
struct PromisesFromTasks {
  @Test func `10.2.1 Promise { await … } settles with the outcome of its task`() async throws {
    let started = Promise<Int>()
    let fulfilled = Promise { try await started.value + 1 }
    let rejected = Promise<Int> {
      await Task.yield()
      throw Broken()
    }

    #expect(fulfilled.isPending)
    started.resolve(1)

    #expect(try await fulfilled.settled().get() == 2)
    await #expect(throws: Broken.self) { try await rejected.settled().get() }
    // Synchronous closures: precisely these were run elsewhere, or refused.
    try await Promise { @MainActor in MainActor.preconditionIsolated() }.value
    try await Promise(priority: .high) { @MainActor in MainActor.preconditionIsolated() }.value
  }

  @Test func `10.2.2 Discarding it cancels the task`() async throws {
    let hasBegun = Promise<Void>()
    let wasCancelled = Promise<Bool>()
    let promise = Promise<Int> {
      hasBegun.resolve()
      await untilCancelled()
      wasCancelled.resolve(Task.isCancelled)
      return 1
    }
    _ = await hasBegun.settled()

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(try await wasCancelled.settled().get())
    #expect(promise.isDiscarded)
  }

  @Test func `10.2.3 It inherits task-locals`() async throws {
    let promise = Locals.$plain.withValue(7) {
      Promise { () async throws -> Int in Locals.plain }
    }

    #expect(try await promise.settled().get() == 7)
  }

  @Test func `10.2.4 It inherits the priority of the task that creates it`() async throws {
    let task = Task(priority: .high) {
      Promise { () async throws -> TaskPriority in Task.currentPriority }
    }

    #expect(try await task.value.settled().get() == .high)
  }
}

extension PromisesFromTasks {
  @Test("10.2.6 `Promise(taskNamed:priority:)` runs a task with that name and priority")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_2_6() async throws {
    let named = Promise(taskNamed: "user 1", priority: .utility) { (Task.name, Task.basePriority) }
    let urgent = Promise(priority: .high) { Task.basePriority }
    let rejected = Promise<Int>(priority: .low) { throw Broken() }

    let (name, priority) = try await named.settled().get()
    #expect(name == "user 1")
    #expect(priority == .utility)
    #expect(try await urgent.settled().get() == .high)
    await #expect(throws: Broken.self) { try await rejected.settled().get() }
  }

  @Test("10.2.7 `Promise.immediate` runs its task on the calling thread until it first suspends")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func clause10_2_7() async throws {
    let log = Log<Int>()
    let gate = Promise<Int>()
    let promise = Promise.immediate {
      log.add(1)
      return try await gate.value
    }
    log.add(2)

    #expect(log.entries == [1, 2])
    gate.resolve(3)
    #expect(try await promise.settled().get() == 3)
    #expect(Promise.immediate { 4 }.got == 4)
  }
}

/// Capturing a task-local is permanent and process-wide, so each clause runs in its own process.
@Suite("10.3 Task-locals in handlers", .hangLimit)
struct TaskLocalsInHandlers {
  @Test func `10.3.1 A handler sees captured task-locals as they were at its registration`() async {
    await #expect(processExitsWith: .success) {
      Locals.$kept.keepInHandlers()
      let queue = DispatchQueue(label: "other")
      for way in everyWay {
        let (seen, onQueue) = way.resolve(1) { promise in
          Locals.$kept.withValue(7) {
            (
              promise.map { _ in Locals.kept },
              promise.map(on: queue) { _ in [Locals.kept, Locals.plain] }
            )
          }
        }

        #expect(seen.got == 7)
        _ = await onQueue.settled()
        #expect(onQueue.got == [7, 0])
      }
    }
  }

  @Test func `10.3.2 The values are bound around the handler alone`() async {
    await #expect(processExitsWith: .success) {
      Locals.$kept.keepInHandlers()
      let log = Log<Int>()
      let promise = Promise<Int>()
      Locals.$kept.withValue(7) {
        promise.observe { _ in log.add(Locals.kept) }
      }

      onThread {
        Locals.$kept.withValue(9) {
          promise.resolve(1)
          log.add(Locals.kept)
        }
        log.add(Locals.kept)
      }

      #expect(log.entries == [7, 9, 0])
    }
  }
}

private enum Locals {
  @TaskLocal static var kept = 0
  @TaskLocal static var plain = 0
}
