import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

@Suite(.hangLimit)
struct PromiseTests {
  @Test func `a promise completes its future once`() {
    let promise = Promise<Int, Broken>()
    #expect(promise.trySuccess(1))
    #expect(!promise.trySuccess(2))
    #expect(!promise.tryFailure(Broken()))
    #expect(!promise.tryComplete(.success(3)))
    #expect(promise.future.result == .success(1))
  }

  @Test func `success, failure and complete determine the result`() {
    let (first, second, third) = (
      Promise<Int, Broken>(), Promise<Int, Broken>(), Promise<Int, Broken>()
    )
    first.success(1)
    second.failure(Broken(number: 2))
    third.complete(.success(3))
    #expect(first.future.isSuccess && !first.future.isFailure)
    #expect(second.future.isFailure && !second.future.isSuccess)
    #expect(second.future.error == Broken(number: 2))
    #expect(first.future.error == nil && second.future.value == nil)
    #expect(third.future.value == 3)
  }

  @Test func `completing it twice stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int, Broken>()
      promise.success(1)
      promise.success(2)
    }
  }

  @Test func `a promise is completed with another future`() {
    let (promise, other) = (Promise<Int, Broken>(), Promise<Int, Broken>())
    promise.completeWith(other.future)
    #expect(!promise.future.isCompleted)
    other.failure(Broken(number: 1))
    #expect(promise.future.error == Broken(number: 1))
  }

  @Test func `callbacks receive the value, the error, or the result`() {
    let log = Log<String>()
    let good = Future<Int, Broken>(value: 1)
    let bad = Future<Int, Broken>(error: Broken(number: 2))
    for future in [good, bad] {
      future.onSuccess(immediateExecutionContext) { log.add("value \($0)") }
      future.onFailure(immediateExecutionContext) { log.add("error \($0.number)") }
      future.onComplete(immediateExecutionContext) { log.add("\($0.value ?? 0)") }
    }
    #expect(log.entries == ["value 1", "1", "error 2", "0"])
  }

  @Test func `a future that cannot be completed any more is freed`() {
    weak var freed: Future<Int, Broken>?
    weak var capture: Life?
    do {
      let captured = Life()
      let future = Future<Int, Broken>()
      future.onSuccess(immediateExecutionContext) { _ in _ = captured }
      capture = captured
      freed = future
      #expect(!future.map { $0 }.isCompleted)
    }
    #expect(freed == nil)
    #expect(capture == nil)
  }
}
