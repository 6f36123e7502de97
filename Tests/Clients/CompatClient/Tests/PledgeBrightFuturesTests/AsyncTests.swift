import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.hangLimit)
struct AsyncTests {
  @Test func `a new async has no result`() {
    let async = Async<Int>()
    #expect(async.result == nil)
    #expect(!async.isCompleted)
    #expect(async.forced(.now()) == nil)
  }

  @Test func `an async of a result is completed`() {
    let async = Async(result: 3)
    #expect(async.result == 3)
    #expect(async.isCompleted)
    #expect(async.forced() == 3)
  }

  @Test func `a resolver runs synchronously, and its function completes the async synchronously`() {
    let log = Log<String>()
    let async = Async<Int> { complete in
      log.add("resolver")
      complete(1)
    }
    log.add("after")
    #expect(log.entries == ["resolver", "after"])
    #expect(async.result == 1)
  }

  @Test func `an async with a delay completes on another thread, not earlier`() async {
    let async = Async(result: 5, delay: .milliseconds(1))
    #expect(await async.get() == 5)
    let future = Future<Int, Broken>(result: .success(5), delay: .milliseconds(1))
    #expect(await onSmallStack { future.forced() } == .success(5))
  }

  @Test func `an async made of another completes synchronously with it`() {
    let promise = Promise<Int, Broken>()
    let copy = Future(other: promise.future)
    let async = Async(other: promise.future)
    promise.success(2)
    #expect(copy.value == 2)
    #expect(async.result == .success(2))
  }

  @Test func `a completed async passes a callback to its context immediately`() {
    let gate = Gate()
    let log = Log<Int>()
    Async(result: 1).onComplete(gate.context) { log.add($0) }
    #expect(gate.count == 1)
    #expect(log.entries == [])
    gate.run()
    #expect(log.entries == [1])
  }

  @Test func `the result is available when the first callback runs`() {
    let promise = Promise<Int, Never>()
    let log = Log<Int?>()
    promise.future.onSuccess(immediateExecutionContext) { [future = promise.future] _ in
      log.add(future.value)
    }
    promise.success(4)
    #expect(log.entries == [4])
  }

  @Test func `a callback may register another one on the same async`() {
    let log = Log<Int>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(immediateExecutionContext) { _ in
      future.onSuccess(immediateExecutionContext) { _ in log.add(2) }
      log.add(1)
    }
    #expect(Set(log.entries) == [1, 2])
  }

  @Test func `registration returns while another thread runs callbacks`() async {
    let promise = Promise<Int, Never>()
    let (begun, registered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let log = Log<Int>()
    promise.future.onSuccess(immediateExecutionContext) { _ in
      begun.signal()
      registered.wait()
      log.add(1)
    }
    async let other: Void = onSmallStack {
      begun.wait()
      promise.future.onSuccess(immediateExecutionContext) { _ in log.add(2) }
      registered.signal()
    }
    await onSmallStack { promise.success(1) }
    await other
    #expect(log.entries == [1, 2])
  }

  @Test func `synchronously derived futures complete after the other callbacks`() {
    let promise = Promise<Int, Never>()
    let log = Log<Int>()
    promise.future.asVoid().onSuccess(immediateExecutionContext) { log.add(2) }
    promise.future.onSuccess(immediateExecutionContext) { log.add($0) }
    promise.success(1)
    #expect(log.entries == [1, 2])
  }

  @Test func `registration returns the async itself`() {
    let async = Async<Int>()
    let future = Future<Int, Broken>()
    #expect(async.onComplete { _ in } === async)
    #expect(future.onSuccess { _ in }.onFailure { _ in } === future)
  }

  @Test func `the description of an async has its value`() {
    #expect(Async(result: 1).description == "Async<Int>(Optional(1))")
    #expect(Async<Int>().debugDescription == "Async<Int>(nil)")
    #expect(Async(result: "a\u{202E}").description == #"Async<String>(Optional("a\u{202E}"))"#)
    #expect("\(Future<Int, Never>())" == "Async<Result<Int, Never>>(nil)")
  }

  @Test func `andThen runs before the returned future completes, in order`() async {
    let log = Log<Int>()
    let future = Future<Int, Broken>(value: 1)
      .andThen { _ in log.add(1) }
      .andThen(context: DispatchQueue.main.context) { _ in log.add(2) }
      .andThen(context: immediateExecutionContext) { log.add($0.value == 1 ? 3 : 0) }
    #expect(await onSmallStack { future.forced() } == .success(1))
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `a delay applies to successes and failures`() async {
    let success = Future<Int, Broken>(value: 1).delay(.milliseconds(1))
    let failure = Future<Int, Broken>(error: Broken()).delay(.milliseconds(1))
    #expect(await onSmallStack { success.forced() } == .success(1))
    #expect(await onSmallStack { failure.forced() } == .failure(Broken()))
  }

  @Test func `a zero delay is still asynchronous, on its queue`() async {
    let queue = DispatchQueue.marked("delays", attributes: .initiallyInactive)
    let log = Log<String?>()
    let delayed = Async(result: 1).delay(queue, interval: .seconds(0))
    let logged = delayed.andThen(context: immediateExecutionContext) { _ in
      log.add(DispatchQueue.currentMark)
    }
    #expect(!delayed.isCompleted)
    queue.activate()
    #expect(await onSmallStack { logged.forced() } == 1)
    #expect(log.entries == ["delays"])
  }

  @Test @MainActor func `a delay requested on the main thread ends there`() async {
    let delayed = Async(result: 1).delay(.seconds(0))
    await withCheckedContinuation { continuation in
      delayed.onComplete(immediateExecutionContext) { _ in
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume()
      }
    }
    // Completion is the assertion.
  }

  @Test func `a delay requested elsewhere ends on a global queue`() async {
    let isMain = await onSmallStack {
      let log = Log<Bool>()
      _ = Async(result: 1).delay(.seconds(0))
        .andThen(context: immediateExecutionContext) { _ in
          dispatchPrecondition(condition: .notOnQueue(.main))
          log.add(Thread.isMainThread)
        }
        .forced()
      return log.entries
    }
    #expect(isMain == [false])
  }

  @Test func `flatten waits for the inner async`() {
    let inner = Promise<Int, Never>()
    let outer = Async<Future<Int, Never>>(result: inner.future)
    let flat: Future<Int, Never> = outer.flatten()
    #expect(!flat.isCompleted)
    inner.success(8)
    #expect(flat.value == 8)
  }

  @Test func `waiting for a value gives up at the timeout`() async {
    let promise = Promise<Int, Never>()
    let result = await onSmallStack { promise.future.forced(.now() + .milliseconds(1)) }
    #expect(result == nil)
    promise.success(1)
    #expect(promise.future.forced(.now()) == .success(1))
  }
}
