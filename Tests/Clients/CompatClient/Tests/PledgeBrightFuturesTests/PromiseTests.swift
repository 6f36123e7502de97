import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

private let now = immediateExecutionContext

@Suite(.hangLimit)
struct PromiseTests {
  @Test func `success, failure and complete determine the result, once`() {
    let promises = (0..<3).map { _ in Promise<Int, Broken>() }
    promises[0].success(1)
    promises[1].failure(Broken(number: 2))
    promises[2].complete(.success(3))
    let futures = promises.map(\.future)
    #expect(futures.map(\.isSuccess) == [true, false, true])
    #expect(futures.map(\.isFailure) == [false, true, false])
    #expect(futures.map(\.value) == [1, nil, 3])
    #expect(futures.map(\.error) == [nil, Broken(number: 2), nil])
    let promise = Promise<Int, Broken>()
    #expect(promise.trySuccess(1) && !promise.trySuccess(2))
    #expect(!promise.tryFailure(Broken()) && !promise.tryComplete(.success(3)))
    #expect(promise.future.result == .success(1))
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
    for future in [Future<Int, Broken>(value: 1), Future(error: Broken(number: 2))] {
      future.onSuccess(now) { log.add("value \($0)") }
      future.onFailure(now) { log.add("error \($0.number)") }
      future.onComplete(now) { log.add("\($0.value ?? 0)") }
    }
    #expect(log.entries == ["value 1", "1", "error 2", "0"])
  }
}

struct ResultTests {
  let good = Result<Int, Broken>(value: 1)
  let bad = Result<Int, Broken>(error: Broken(number: 2))

  @Test func `a result has a value or an error, and analysis handles both`() {
    #expect(good.value == 1 && good.error == nil && good.result == .success(1))
    #expect(bad.error == Broken(number: 2) && bad.value == nil)
    #expect(good.analysis(ifSuccess: { "\($0)" }, ifFailure: { _ in "" }) == "1")
    #expect(bad.analysis(ifSuccess: { $0 }, ifFailure: \.number) == 2)
  }

  @Test func `flatMap returns a future`() {
    let future: Future<String, Broken> = good.flatMap { Future(value: "\($0)") }
    #expect(future.value == "1")
    let failed: Future<String, Broken> = bad.flatMap { Future(value: "\($0)") }
    #expect(failed.error == Broken(number: 2))
  }

  @Test func `flatten takes the inner result, or follows the inner future`() {
    #expect(Result<Result<Int, Broken>, Broken>.success(bad).flatten() == bad)
    #expect(Result<Result<Int, Broken>, Broken>.failure(Broken()).flatten() == .failure(Broken()))
    let inner = Promise<Int, Broken>()
    let flat = Result<Future<Int, Broken>, Broken>.success(inner.future).flatten()
    inner.success(5)
    #expect(flat.value == 5)
  }

  @Test func `results become a result of values, or the first failure`() {
    #expect([Result<Int, Broken>.success(1), .success(2)].sequence() == .success([1, 2]))
    #expect([good, bad].sequence() == .failure(Broken(number: 2)))
  }

  @Test func `errors are equal if they are the same, except illegal states`() {
    typealias Failure = BrightFuturesError<Broken>
    #expect(Failure.noSuchElement == .noSuchElement && .noSuchElement != Failure.illegalState)
    #expect(Failure.invalidationTokenInvalidated == .invalidationTokenInvalidated)
    #expect(Failure(external: Broken()) == .external(Broken()))
    #expect(Failure.external(Broken()) != .external(Broken(number: 1)))
    #expect(Failure.illegalState != .illegalState)
  }
}
