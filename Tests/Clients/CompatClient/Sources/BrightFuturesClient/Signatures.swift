import ForeignSDK
import Foundation
import PledgeBrightFutures

// Calls every signature of the original as client code does, with closures that are not marked
// `@Sendable`. The test is that it compiles in both language modes; it is never run.

private enum Failure: Error, Equatable {
  case some
}

private struct Printer: LoggerType {
  func log(message: String) { print(message) }
}

private struct Valid: InvalidationTokenType {
  let future = Future<Never, BrightFuturesError<Never>>()

  var isInvalid: Bool { future.isCompleted }

  func validContext(_ parentContext: @escaping ExecutionContext) -> ExecutionContext {
    { task in parentContext { if !self.isInvalid { task() } } }
  }
}

private struct Outcome: ResultProtocol {
  let result: Result<Int, Failure>

  init(value: Int) { result = .success(value) }

  init(error: Failure) { result = .failure(error) }
}

extension AsyncType where Value: ResultProtocol {
  fileprivate func described() -> Future<String, Value.Error> {
    map(immediateExecutionContext) { "\($0)" }
  }
}

private func futures() -> [Future<Int, Failure>] {
  let box = Box()
  BrightFuturesConfiguration.rejectsBrokenPromises = true
  let promise = Promise<Int, Failure>()
  promise.completeWith(Future(value: 1))
  promise.success(1)
  promise.failure(.some)
  promise.complete(.success(1))
  promise.trySuccess(1)
  promise.tryFailure(.some)
  promise.tryComplete(.failure(.some))
  let asyncs = [
    Async(), Async(result: 1), Async(result: 1, delay: .seconds(1)), Async(other: Async(result: 1)),
    Async { complete in complete(box.content) },
  ]
  asyncs[0].onComplete { box.content = $0 }
  print(
    asyncs[0].description,
    asyncs[0].debugDescription,
    Async(result: Outcome(value: 1)).described()
  )
  return [
    promise.future, Future(), Future(result: .success(1)), Future(value: 1), Future(error: .some),
    Future(value: 1, delay: .seconds(1)), Future(error: .some, delay: .seconds(1)),
    Future(result: .failure(.some), delay: .seconds(1)), Future(other: promise.future),
    Future { complete in complete(.success(box.content)) },
    Future(resolver: { complete in complete(.failure(.some)) }),
  ]
}

private func contexts(_ future: Future<Int, Failure>) {
  let box = Box()
  let plain: (@escaping () -> Void) -> Void = { task in
    box.content += 1
    task()
  }
  let mine: ExecutionContext = { task in task() }
  let all: [ExecutionContext] = [
    mine, immediateExecutionContext, immediateOnMainExecutionContext, maxStackDepthExecutionContext,
    defaultContext(), DispatchQueue.main.context, DispatchSemaphore(value: 1).context,
    OperationQueue.main.context,
  ]
  let completed: Future<Int, Failure>.CompletionCallback = { print($0) }
  let succeeded: Future<Int, Failure>.SuccessCallback = { print($0) }
  let failed: Future<Int, Failure>.FailureCallback = { print($0) }
  future.onComplete(callback: completed).onSuccess(callback: succeeded).onFailure(callback: failed)
  future.onComplete(plain, callback: completed)
  future.onSuccess(all[0]) { box.content = $0 }.onFailure(all[1]) { _ in box.content = 0 }
  let value: Future<Int, Never> = DispatchQueue.global().asyncValue { box.content }
  let result: Future<Int, Failure> = DispatchQueue.global().asyncResult { .success(box.content) }
  let late: Future<Int, Never> = DispatchQueue.main.asyncValueAfter(.now()) { box.content }
  print(value, result, late)
}

private func waiting(_ future: Future<Int, Failure>) -> Result<Int, Failure> {
  let box = Box()
  let known: (Bool, Bool, Bool) = (future.isCompleted, future.isSuccess, future.isFailure)
  let (value, error): (Int?, Failure?) = (future.value, future.error)
  let timely: Result<Int, Failure>? = future.forced(.now() + 1)
  print(known, value as Any, error as Any, timely as Any, future.result as Any)
  let delayed: [Future<Int, Failure>] = [
    future.delay(.seconds(1)), future.delay(.main, interval: .seconds(1)),
    future.andThen { box.content = $0.value ?? 0 },
    future.andThen(context: immediateExecutionContext, callback: { box.content = $0.value ?? 0 }),
    Async(result: future).flatten(), future.debug(), future.debug("name"),
    future.debug("name", logger: Printer(), file: #file, line: #line, function: #function),
    future.debug(logger: Logger(), context: immediateExecutionContext),
  ]
  return delayed[0].forced()
}

private func operators(_ future: Future<Int, Failure>) -> [Future<Int, Failure>] {
  let (box, now) = (Box(), immediateExecutionContext)
  let words: [Future<String, Failure>] = [
    future.map(\.description), future.bitWidth.map { "\($0)" }, future.map(now, f: { "\($0)" }),
  ]
  let pair: Future<(Int, String), Failure> = future.zip(words[0])
  let filtered: Future<Int, BrightFuturesError<Failure>> = future.filter { $0 > box.content }
  let (cast, void): (Future<Any, Error>, Future<Void, Failure>) = (
    future.forceType(), future.asVoid()
  )
  let sure: [Future<Int, Never>] = [
    future.recover { _ in box.content }, future.recover(context: now, task: { _ in box.content }),
    future.recoverWith { _ in Future(value: box.content) }, future ?? 5,
  ]
  print(pair, filtered, cast, void)
  return [
    future.map { $0 + box.content }, future.flatMap { Future(value: $0 + box.content) },
    future.flatMap(now, f: { _ in future }), future.flatMap { .success($0 + box.content) },
    future.flatMap(now) { Result<Int, Failure>.success($0) }, future.mapError { $0 },
    future.mapError(now, f: { $0 }), future.recoverWith(context: now, task: { _ in future }),
    future ?? future, Future<Future<Int, Failure>, Failure>(value: future).flatten(),
    sure[0].promoteError(), Future<Never, Failure>(error: .some).promoteValue(),
  ]
}

private func callbacks() -> [Future<Int, Failure>] {
  func both(_ callback: @escaping (Int?, Failure?) -> Void) { callback(1, nil) }
  func value(_ callback: @escaping (Int) -> Void) { callback(1) }
  func failure(_ callback: @escaping (Failure?) -> Void) { callback(nil) }
  let sure: Future<Int, Never> = materialize { value($0) }
  let void: Future<Void, Failure> = materialize { failure($0) }
  print(sure, void)
  return [
    materialize(both), materialize { both($0) }, PledgeBrightFutures.materialize { both($0) },
  ]
}

private func sequences(_ future: Future<Int, Failure>) {
  let (box, now) = (Box(), immediateExecutionContext)
  let lists: [Future<[Int], Failure>] = [
    [1, 2].traverse { Future(value: $0 + box.content) }, [1].traverse(now) { _ in future },
    [future].sequence(),
  ]
  let single: [Future<Int, Failure>] = [
    [future].firstCompleted(), [future].fold(0) { $0 + $1 + box.content },
    [future].fold(now, zero: 0) { $0 + $1 },
  ]
  let found = [[future].find { $0 > box.content }, [future].find(now, p: { $0 > 1 })]
  print(lists, single, found)
}

private func results(_ future: Future<Int, Failure>) {
  let result: Result<Int, Failure> = Result(value: 1)
  let texts = result.analysis(ifSuccess: { "\($0)" }, ifFailure: { "\($0)" })
  let next: Future<String, Failure> = result.flatMap { Future(value: "\($0)") }
  let flat: Result<Int, Failure> = Result<Result<Int, Failure>, Failure>.success(result).flatten()
  let followed: Future<Int, Failure> = Result<Future<Int, Failure>, Failure>.success(future)
    .flatten()
  let all: Result<[Int], Failure> = [result, Result(error: .some)].sequence()
  print(result.result, result.value as Any, result.error as Any, texts, next, flat, followed, all)
  print(BrightFuturesError.noSuchElement == BrightFuturesError(external: Failure.some))
  let wide: Future<Int, BrightFuturesError<Failure>> =
    Future<Int, BrightFuturesError<Never>>(error: .illegalState).promoteError()
  print(wide, Async(result: Outcome(value: 1)).map { $0 + 1 })
}

private func tokens(_ future: Future<Int, Failure>) {
  let box = Box()
  let token: InvalidationToken = InvalidationToken()
  let manual: ManualInvalidationTokenType = token
  future.onSuccess(token.validContext) { box.content = $0 }
  future.onSuccess(token.validContext(immediateExecutionContext)) { box.content = $0 }
  future.onSuccess(Valid().validContext) { box.content = $0 }
  manual.invalidate()
  print(token.isInvalid, token.future)
}

@available(*, deprecated)
private func oldNames() -> [ExecutionContext] {
  print(Future<NoValue, Failure>(error: .some))
  return [
    ImmediateExecutionContext, ImmediateOnMainExecutionContext, MaxStackDepthExecutionContext,
    DefaultThreadingModel(),
  ]
}

private func waitingTasks(_ future: Future<Int, Failure>) async throws -> Int {
  let result: Result<Int, Failure> = await future.get()
  let sure = await Future<Int, Never>(value: 1).get()
  let value: Int = await Async(result: 1).get()
  return try await future.get() + sure + value + (result.value ?? 0)
}
