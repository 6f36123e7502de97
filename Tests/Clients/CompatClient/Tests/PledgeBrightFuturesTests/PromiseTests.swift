import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

private let now = immediateExecutionContext

@Suite(.hangLimit)
struct PromiseTests {
  @Test func `completing it twice stops a debug build`() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int, Broken>()
      promise.success(1)
      promise.success(2)
    }
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
    #expect(Failure.noSuchElement == .noSuchElement && .noSuchElement != Failure.illegalState)
    #expect(Failure.invalidationTokenInvalidated == .invalidationTokenInvalidated)
    #expect(Failure(external: Broken()) == .external(Broken()))
    #expect(Failure.external(Broken()) != .external(Broken(number: 1)))
    #expect(Failure.illegalState != .illegalState)
  }
}

/// Types of clients that extend those of the library.
@Suite(.hangLimit)
struct SurfaceTests {
  @Test func `every way to create an async`() {
    func make<A: AsyncType>(_: A.Type) where A.Value == Result<Int, Broken> {
      let asyncs = [
        A(), A(result: .success(1)), A(result: .success(1), delay: .milliseconds(1)),
        A(other: Future<Int, Broken>(value: 1)), A(resolver: { $0(.success(1)) }),
      ]
      #expect(asyncs.map { $0.onComplete(now) { _ in } }.count == 5)
      #expect(asyncs[1].map(now) { $0 }.value == 1)
    }
    make(Async<Result<Int, Broken>>.self)
    make(Future<Int, Broken>.self)
    #expect(Future<Int, Broken> { complete in complete(.success(1)) }.value == 1)
  }

  @Test func `every form of an operator with the default context`() async throws {
    let future = Future<Int, Broken>(value: 1)
    let bad = Future<Int, Broken>(error: Broken())
    #expect(try await future.map { $0 + 1 }.get() == 2)
    #expect(try await future.flatMap { Future(value: $0 + 1) }.get() == 2)
    #expect(try await future.flatMap { Result<Int, Broken>.success($0 + 1) }.get() == 2)
    #expect(await bad.recover { _ in 3 }.get() == 3)
    #expect(try await bad.recoverWith { _ in Future<Int, Other>(value: 4) }.get() == 4)
    await #expect(throws: Other()) { try await bad.mapError { _ in Other() }.get() }
    #expect(try await future.andThen { _ in }.delay(.seconds(0)).get() == 1)
    #expect(try await future.debug().debug("name").get() == 1)
  }

  @Test func `an async can be subclassed`() {
    let counted = Counted(result: 1)
    #expect(counted.onComplete(now) { _ in } === counted)
    let delayed: Counted = counted.delay(.seconds(3600))
    #expect(!delayed.isCompleted)
  }

  @Test func `another type may be an AsyncType, and has all operators`() {
    let plain = Plain(result: .success(2))
    #expect(plain.map(now) { $0 + 1 }.value == 3)
    #expect([plain, plain].sequence().value == [2, 2])
    #expect(Future(other: plain).value == 2)
  }
}

/// A client's subclass of `Async`.
private nonisolated final class Counted: Async<Int> {}

/// A client's conformance.
private struct Plain: AsyncType {
  let future: Future<Int, Broken>

  var result: Result<Int, Broken>? { future.result }

  init() { future = Future() }
  init(result: Result<Int, Broken>) { future = Future(result: result) }
  init(result: Result<Int, Broken>, delay: DispatchTimeInterval) {
    future = Future(result: result, delay: delay)
  }
  init<A: AsyncType>(other: A) where A.Value == Result<Int, Broken> {
    future = Future(other: other)
  }
  init(resolver: (_ result: @escaping @Sendable (Result<Int, Broken>) -> Void) -> Void) {
    future = Future(resolver: resolver)
  }

  @discardableResult
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Result<Int, Broken>) -> Void
  ) -> Plain {
    future.onComplete(context, callback: callback)
    return self
  }
}

struct DebugTests {
  @Test func `the message has the name, or the place`() {
    let logger = Recorder()
    let future = Future<Int, Never>(value: 1)
    #expect(future.debug("load", logger: logger, context: now).value == 1)
    _ = future.debug(logger: logger, context: now)
    let line = #line - 1
    _ = future.debug(
      logger: logger,
      file: "/sources/Page.swift",
      line: 12,
      function: "load()",
      context: now
    )
    let end = "func: \(#function) - future completed"
    #expect(
      logger.log.entries == [
        "Future load completed", "PromiseTests.swift at line \(line), \(end)",
        "Page.swift at line 12, func: load() - future completed",
      ]
    )
  }
}

private struct Recorder: LoggerType {
  let log = Log<String>()

  func log(message: String) {
    log.add(message)
  }
}
