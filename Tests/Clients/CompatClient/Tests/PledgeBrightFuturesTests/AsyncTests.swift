import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

private let now = immediateExecutionContext

@Suite(.hangLimit)
struct AsyncTests {
  @Test func `registration returns while another thread runs callbacks`() async {
    let (promise, log) = (Promise<Int, Never>(), Log<Int>())
    let (begun, registered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    promise.future.onSuccess(now) { _ in
      begun.signal()
      registered.wait()
      log.add(1)
    }
    async let other: Void = onSmallStack {
      begun.wait()
      promise.future.onSuccess(now) { _ in log.add(2) }
      registered.signal()
    }
    await onSmallStack { promise.success(1) }
    await other
    #expect(log.entries == [1, 2])
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
      .andThen(context: now) { log.add($0.value == 1 ? 3 : 0) }
    #expect(await onSmallStack { future.forced() } == .success(1))
    #expect(log.entries == [1, 2, 3])
  }

  @Test func `a delay applies to creation, successes, and failures`() async {
    let short = DispatchTimeInterval.milliseconds(1)
    #expect(await Async(result: 5, delay: short).get() == 5)
    let good = Future<Int, Broken>(value: 1)
    let bad = Future<Int, Broken>(error: Broken())
    for future in [
      good.delay(short), Future(result: .success(1), delay: short), Future(value: 1, delay: short),
    ] {
      #expect(await onSmallStack { future.forced() } == .success(1))
    }
    for future in [bad.delay(short), Future(error: Broken(), delay: short)] {
      #expect(await onSmallStack { future.forced() } == .failure(Broken()))
    }
  }

  @Test func `a canceled task continues to wait`() async throws {
    let promise = Promise<Int, Broken>()
    let task = Task { try await promise.future.get() }
    task.cancel()
    promise.success(1)
    #expect(try await task.value == 1)
  }

  @Test func `a callback that is too deep runs before its thread waits`() {
    let log = Log<Int?>()
    @Sendable func nest(_ level: Int) {
      let promise = Promise<Int, Never>()
      promise.future.onComplete(now) { _ in
        if level < 60 { nest(level + 1) } else { log.add(level) }
      }
      let mapped = promise.future.map(now) { $0 }
      promise.success(level)
      if level == 47 || level == 48 { log.add(mapped.forced(.now())?.value) }
    }
    nest(0)
    #expect(log.entries == [60, 48, 47])
  }
}
