import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.hangLimit)
struct ContextTests {
  @Test @MainActor func `callbacks registered on the main thread run there asynchronously`() async {
    let log = Log<Bool>()
    let future = Future<Int, Never>(value: 1)
    let mapped = future.map { $0 + 1 }
    #expect(!mapped.isCompleted)
    await withCheckedContinuation { continuation in
      future.onSuccess { _ in
        MainActor.assumeIsolated { log.add(true) }
        continuation.resume()
      }
      #expect(log.entries.isEmpty)
    }
    #expect(log.entries == [true])
    #expect(await mapped.get() == 2)
  }

  @Test func `callbacks registered elsewhere run on a global queue`() async {
    let labels = Log<Bool>()
    await onSmallStack {
      let future = Future<Int, Never>(value: 1)
      let mapped = future.map { value in
        labels.add(Thread.isMainThread)
        return value
      }
      _ = mapped.forced()
    }
    #expect(labels.entries == [false])
  }

  @Test func `the immediate context on main switches to the main thread`() async {
    let ran = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        immediateOnMainExecutionContext {
          continuation.resume(returning: MainActor.assumeIsolated { true })
        }
      }
    }
    #expect(ran)
  }

  @Test @MainActor func `the immediate context on main is synchronous on the main thread`() {
    let log = Log<Int>()
    immediateOnMainExecutionContext { log.add(1) }
    #expect(log.entries == [1])
  }

  @Test func `the context of limited depth switches threads beyond its limit`() async {
    let depth = await onSmallStack(kibibytes: 1024) {
      let log = Log<Int>()
      let thread = currentThread()
      let done = DispatchSemaphore(value: 0)
      @Sendable func nest(_ level: Int) {
        maxStackDepthExecutionContext {
          guard currentThread() == thread else {
            log.add(level)
            done.signal()
            return
          }
          nest(level + 1)
        }
      }
      nest(0)
      done.wait()
      return log.entries
    }
    #expect(depth == [21])
  }

  @Test func `a queue runs its tasks on itself`() async {
    let queue = DispatchQueue.marked("mine")
    let future = Future<Int, Never>(value: 1).map(queue.context) { _ in DispatchQueue.currentMark }
    #expect(await future.get() == "mine")
  }

  @Test func `an operation queue respects its limit`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let log = Log<Int>()
    let running = Log<Int>()
    let futures = (0..<20).map { index in
      Future<Int, Never>(value: index).map(queue.context) { value in
        running.add(1)
        let count = running.entries.reduce(0, +)
        log.add(count)
        running.add(-1)
        return value
      }
    }
    #expect(await futures.sequence().get() == Array(0..<20))
    #expect(log.entries.allSatisfy { $0 == 1 })
  }

  @Test func `the context of an operation queue does not retain the queue`() {
    weak var queue: OperationQueue?
    let context: ExecutionContext
    do {
      let mine = OperationQueue()
      queue = mine
      context = mine.context
    }
    #expect(queue == nil)
    let mapped = Future<Int, Never>(value: 1).map(context) { $0 }
    #expect(!mapped.isCompleted)
  }

  @Test func `a semaphore lets one task in at a time`() async {
    let semaphore = DispatchSemaphore(value: 1)
    let inside = Log<Int>()
    let most = Log<Int>()
    await onThreads(50) { _ in
      semaphore.context {
        inside.add(1)
        most.add(inside.entries.reduce(0, +))
        inside.add(-1)
      }
    }
    #expect(most.entries.max() == 1)
  }

  @Test func `a queue returns values, results, and delayed values`() async throws {
    let queue = DispatchQueue.marked("work")
    #expect(await queue.asyncValue { DispatchQueue.currentMark }.get() == "work")
    let failed: Future<Int, Broken> = queue.asyncResult { .failure(Broken(number: 1)) }
    await #expect(throws: Broken(number: 1)) { try await failed.get() }
    let time = DispatchTime.now() + .milliseconds(2)
    let late = queue.asyncValueAfter(time) { DispatchTime.now() >= time }
    #expect(await late.get())
  }
}
