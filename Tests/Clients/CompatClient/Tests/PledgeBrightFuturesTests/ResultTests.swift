import PledgeBrightFutures
import TestSupport
import Testing

struct ResultTests {
  let good = Result<Int, Broken>(value: 1)
  let bad = Result<Int, Broken>(error: Broken(number: 2))

  @Test func `a result has a value or an error`() {
    #expect(good.value == 1 && good.error == nil)
    #expect(bad.error == Broken(number: 2) && bad.value == nil)
    #expect(good.result == .success(1))
  }

  @Test func `analysis handles both cases`() {
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

  @Test func `errors are equal if they are the same, except illegal states`() {
    typealias Failure = BrightFuturesError<Broken>
    #expect(Failure.noSuchElement == .noSuchElement)
    #expect(Failure.invalidationTokenInvalidated == .invalidationTokenInvalidated)
    #expect(Failure(external: Broken()) == .external(Broken()))
    #expect(Failure.external(Broken()) != .external(Broken(number: 1)))
    #expect(Failure.illegalState != .illegalState)
    #expect(Failure.noSuchElement != .illegalState)
  }
}
