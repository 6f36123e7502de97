import Foundation
import PledgeBrightFutures
import TestSupport
import Testing

/// Calls each signature of the original as its clients write it.
///
/// Behavior is tested elsewhere; here, the calls have to compile and to return.
@Suite(.timeLimit(.minutes(60)))
struct SurfaceTests {
  @Test func `every way to create an async`() {
    func make<A: AsyncType>(_: A.Type) where A.Value == Result<Int, Broken> {
      let asyncs = [
        A(), A(result: .success(1)), A(result: .success(1), delay: .milliseconds(1)),
        A(other: Future<Int, Broken>(value: 1)), A(resolver: { $0(.success(1)) }),
      ]
      #expect(asyncs.map { $0.onComplete(immediateExecutionContext) { _ in } }.count == 5)
      #expect(asyncs[1].map(immediateExecutionContext) { $0 }.value == 1)
    }
    make(Async<Result<Int, Broken>>.self)
    make(Future<Int, Broken>.self)
    let futures: [Async<Result<Int, Broken>>] = [
      Future(), Future(result: .success(1)), Future(value: 1, delay: .seconds(0)),
      Future(error: Broken(), delay: .seconds(0)), Future(other: Async(result: .success(1))),
      Future(result: .failure(Broken()), delay: .seconds(0)), Future(value: 1),
      Future(error: Broken()), Future { complete in complete(.success(1)) },
    ]
    #expect(futures.count == 9)
  }

  @Test func `a closure creates a promise where a function is expected`() {
    let makers: [() -> Promise<Int, Broken>] = [{ Promise() }]
    #expect(makers.map { $0().trySuccess(1) } == [true])
  }

  @Test func `an async can be subclassed`() {
    let counted = Counted(result: 1)
    #expect(counted.onComplete(immediateExecutionContext) { _ in } === counted)
    let delayed: Counted = counted.delay(.seconds(3600))
    #expect(!delayed.isCompleted)
  }

  @Test func `another type may be an AsyncType, and has all operators`() {
    let plain = Plain(result: .success(2))
    #expect(plain.map(immediateExecutionContext) { $0 + 1 }.value == 3)
    #expect([plain, plain].sequence().value == [2, 2])
    #expect(Future(other: plain).value == 2)
  }

  @Test func `stored closures are callbacks`() {
    let log = Log<Int>()
    let completed: Future<Int, Broken>.CompletionCallback = { log.add($0.value ?? 0) }
    let succeeded: Future<Int, Broken>.SuccessCallback = { log.add($0) }
    let failed: Future<Int, Broken>.FailureCallback = { log.add($0.number) }
    completed(.success(1))
    succeeded(2)
    failed(Broken(number: 3))
    #expect(log.entries == [1, 2, 3])
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

  @Test func `traverse takes a function or a closure, with a context or without`() async throws {
    @Sendable func twice(_ number: Int) -> Future<Int, Broken> { Future(value: number * 2) }
    #expect(try await (1...3).traverse(f: twice).get() == [2, 4, 6])
    #expect(try await [1, 2].traverse { twice($0) }.get() == [2, 4])
    #expect([1, 2].traverse(immediateExecutionContext, f: twice).value == [2, 4])
    #expect([1].traverse(immediateExecutionContext) { twice($0) }.value == [2])
  }

  @Test func `closures may be given with their labels`() {
    let now = immediateExecutionContext
    let (future, log) = (Future<Int, Broken>(value: 1), Log<Int>())
    future.onComplete(now, callback: { log.add($0.value ?? 0) })
      .onSuccess(now, callback: { log.add($0 + 1) }).onFailure(now, callback: { _ in log.add(0) })
      .andThen(context: now, callback: { _ in log.add(3) })
      .onSuccess(now, callback: { log.add($0 + 3) })
    #expect(log.entries == [1, 2, 3, 4])
    let made: [Future<Int, Broken>] = [
      future.map(now, f: { $0 }), future.flatMap(now, f: { Future(value: $0) }),
      future.flatMap(now, f: { Result<Int, Broken>.success($0) }),
      future.mapError(now, f: { $0 }),
      future.recoverWith(context: now, task: { _ in Future(value: 2) }),
      [future].fold(now, zero: 0, f: { $0 + $1 }),
      [future].traverse(now, f: { $0 }).map(now, f: { $0[0] }),
    ]
    #expect(made.map(\.value) == Array(repeating: 1, count: made.count))
    #expect(future.recover(context: now, task: { _ in 2 }).value == 1)
    #expect([future].find(now, p: { $0 == 1 }).value == 1)
    #expect(future.result?.analysis(ifSuccess: { $0 }, ifFailure: { $0.number }) == 1)
  }

  @Test func `a custom result type has the operators of results`() {
    let outcome = Outcome(value: 2)
    let async = Async(result: outcome)
    #expect(async.isSuccess && async.value == 2 && async.error == nil)
    #expect(async.map(immediateExecutionContext) { $0 + 1 }.value == 3)
    #expect(async.zip(Future(value: "a")).asVoid().isSuccess)
    #expect([Outcome(value: 1), Outcome(error: Broken())].sequence() == .failure(Broken()))
  }

  @Test @MainActor func `a custom token has a context that checks validity`() async {
    let token = Wanted()
    let log = Log<Int>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(token.validContext(immediateExecutionContext)) { log.add($0) }
    await withCheckedContinuation { continuation in
      future.onSuccess(token.validContext) { _ in
        log.add(MainActor.assumeIsolated { 2 })
        continuation.resume()
      }
      // The default context is asynchronous.
      #expect(log.entries == [1])
    }
    #expect(log.entries == [1, 2])
    token.invalidate()
    future.onSuccess(token.validContext(immediateExecutionContext)) { log.add($0 + 2) }
    #expect(log.entries == [1, 2] && token.isInvalid)
  }

  @Test func `contexts are values, made of any function`() {
    let log = Log<String>()
    @Sendable func mine(_ task: @escaping @Sendable () -> Void) {
      log.add("mine")
      task()
    }
    let closure: ExecutionContext = { task in task() }
    Future<Int, Never>(value: 1).onSuccess(mine) { log.add("\($0)") }
    Future<Int, Never>(value: 2).onSuccess(closure) { log.add("\($0)") }
    #expect(log.entries == ["mine", "1", "2"])
    let all: [ExecutionContext] = [
      defaultContext(), immediateExecutionContext, immediateOnMainExecutionContext,
      maxStackDepthExecutionContext, DispatchQueue.main.context, OperationQueue.main.context,
      DispatchSemaphore(value: 1).context,
    ]
    #expect(all.count == 7)
  }

  @available(*, deprecated) @Test func `old names are still available`() {
    let log = Log<Int>()
    let old = [
      ImmediateExecutionContext, ImmediateOnMainExecutionContext, MaxStackDepthExecutionContext,
      DefaultThreadingModel(),
    ]
    ImmediateExecutionContext { log.add(1) }
    MaxStackDepthExecutionContext { log.add(2) }
    #expect(log.entries == [1, 2])
    #expect(old.count == 4)
    #expect(Future<NoValue, Broken>(error: Broken()).isFailure)
  }

  @Test func `materialize may be named with its module, as an app's own name`() {
    let future: Future<Int, Never> = PledgeBrightFutures.materialize { $0(1) }
    #expect(future.value == 1)
  }

  @Test func `futures of NSError are compared by their results`() {
    let error = NSError(domain: "test", code: 0)
    let future = Future<Void, NSError>(error: error)
    #expect(future.error == error)
    #expect(future.result?.error === error)
  }
}

/// A client's subclass of `Async`.
private nonisolated final class Counted: Async<Int> {}

/// A client's result type.
private struct Outcome: ResultProtocol {
  let result: Result<Int, Broken>

  init(value: Int) { result = .success(value) }

  init(error: Broken) { result = .failure(error) }
}

/// A client's token, based on the library's.
private final class Wanted: ManualInvalidationTokenType, Sendable {
  private let token = InvalidationToken()

  var isInvalid: Bool { token.isInvalid }

  var future: Future<Never, BrightFuturesError<Never>> { token.future }

  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext {
    token.validContext(parentContext)
  }

  func invalidate() { token.invalidate() }
}

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
