import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

import struct Pledge.DiscardedError

private let now = immediateExecutionContext

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

  @Test @MainActor func `the immediate context on main is synchronous only there`() async {
    let log = Log<Int>()
    immediateOnMainExecutionContext { log.add(1) }
    #expect(log.entries == [1])
    let ran = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        immediateOnMainExecutionContext {
          continuation.resume(returning: MainActor.assumeIsolated { true })
        }
      }
    }
    #expect(ran)
  }

  @Test func `the context of limited depth switches threads beyond its limit`() async {
    let depth = await onDetachedThread(stackSize: 1 << 20) {
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

  @Test func `an operation queue runs its tasks, and is not retained by its context`() async {
    let other = OperationQueue()
    let isThere = Future<Int, Never>(value: 1).map(other.context) { _ in
      OperationQueue.current === other
    }
    #expect(await isThere.get())
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
    let (inside, most) = (Log<Int>(), Log<Int>())
    await onThreads(50) { _ in semaphore.context { inside.meet(most) } }
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

  @Test func `callbacks of one future run one at a time on any contexts`() async {
    let promise = Promise<Int, Never>()
    let (inside, most) = (Log<Int>(), Log<Int>())
    let contexts: [ExecutionContext] = [
      DispatchQueue.global().context, DispatchQueue.main.context, immediateExecutionContext,
      DispatchQueue(label: "own").context, maxStackDepthExecutionContext,
    ]
    let marks = (0..<200).map { index in
      promise.future.map(contexts[index % contexts.count]) { _ in inside.meet(most) }
    }
    DispatchQueue.global().async { promise.success(1) }
    _ = await marks.sequence().get()
    #expect(most.entries.count == 200)
    #expect(most.entries.max() == 1)
  }

  @Test func `a callback blocks its thread while another one runs`() async {
    let queues = (DispatchQueue(label: "running"), DispatchQueue(label: "waiting"))
    // In most rounds, a callback that does not wait would run first, because the running one has to
    // wake up.
    for _ in 0..<100 {
      let future = Future<Int, Never>(value: 1)
      let (begun, arrived) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let log = Log<Int>()
      let running = future.map(queues.0.context) { _ in
        begun.signal()
        arrived.wait()
        log.add(1)
      }
      let waiting = await onSmallStack {
        begun.wait()
        return future.map({ task in
          queues.1.async {
            arrived.signal()
            task()
          }
        }) { _ in log.add(2) }
      }
      _ = await running.zip(waiting).get()
      #expect(log.entries == [1, 2])
    }
  }
}

extension Log<Int> {
  /// Logs how many callers are inside at the same time.
  fileprivate func meet(_ most: Log<Int>) {
    add(1)
    most.add(entries.reduce(0, +))
    add(-1)
  }
}

@Suite(.hangLimit)
struct InvalidationTests {
  let token = InvalidationToken()
  let log = Log<Int>()

  @Test func `a custom token needs only isInvalid and a future`() {
    let token = OwnToken()
    let promise = Promise<Int, Never>()
    promise.future.onSuccess(token.validContext(now)) { log.add($0) }
    promise.future.onSuccess(token.validContext) { _ in log.add(8) }
    promise.future.onSuccess(token.validContext()) { _ in log.add(9) }
    #expect(!token.isInvalid)
    token.token.invalidate()
    promise.success(1)
    let valid = OwnToken()
    promise.future.onSuccess(valid.validContext(now)) { log.add($0 + 1) }
    #expect(log.entries == [2])
  }

  @Test func `validity is checked right before the callback would run`() {
    let gate = Gate()
    Future<Int, Never>(value: 1).onSuccess(token.validContext(gate.context)) { log.add($0) }
    token.invalidate()
    gate.run()
    #expect(log.entries == [])
  }

  @Test func `dropped callbacks and released tokens are not reported`() {
    let log = Log<String>()
    func drop() {
      let token = InvalidationToken()
      token.future.onFailure(now) { _ in log.add("token") }
      let promise = Promise<Int, any Error>(file: "invalidation", line: 1)
      promise.future.map(token.validContext(now)) { $0 }
        .onComplete(now) { _ in log.add("callback") }
      let other = InvalidationToken()
      other.invalidate()
      promise.future.map(other.validContext(now)) { $0 }
        .onComplete(now) { _ in log.add("callback of other") }
      promise.success(1)
    }
    var ofTokens: [any Error] = []
    let ofPromises = reports(from: "invalidation") {
      ofTokens = reports(from: "PledgeBrightFutures/InvalidationToken.swift", during: drop)
    }
    #expect(log.entries == ["callback"])
    #expect(ofTokens.isEmpty && ofPromises.isEmpty)
  }

  @Test func `Pledge treats an invalidated token as a cancellation`() {
    #expect(BrightFuturesError<Broken>.invalidationTokenInvalidated.isCancellation)
    #expect(BrightFuturesError<DiscardedError>.external(DiscardedError()).isCancellation)
    #expect(!BrightFuturesError<Broken>.external(Broken()).isCancellation)
    #expect(!BrightFuturesError<Broken>.noSuchElement.isCancellation)
  }
}

/// A token with only the required members; not `Sendable`, as a client's token need not be.
private final class OwnToken: InvalidationTokenType {
  var token = InvalidationToken()

  var isInvalid: Bool { token.isInvalid }

  var future: Future<Never, BrightFuturesError<Never>> { token.future }
}
