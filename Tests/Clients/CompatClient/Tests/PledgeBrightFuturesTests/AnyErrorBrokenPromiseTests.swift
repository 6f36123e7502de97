import Dispatch
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

/// Futures of `any Error` stay pending as well, unless the setting makes them fail.
@Suite(.timeLimit(.minutes(60)))
struct AnyErrorBrokenPromiseTests {
  @Test func `a broken future of any error stays pending, too`() {
    let log = Log<Int>()
    var futures: [Future<Int, any Error>] = []
    weak var life: Life?
    let errors = reports(from: "untyped") {
      let promise = Promise<Int, any Error>(file: "untyped", line: 1)
      let mapped = promise.future.map(immediateExecutionContext) { $0 }
      futures = [promise.future, mapped, mapped.mapError(immediateExecutionContext) { $0 }]
      let captured = Life()
      life = captured
      promise.future.onComplete(immediateExecutionContext) { _ in
        withExtendedLifetime(captured) { log.add(1) }
      }
    }
    futures[1].onFailure(immediateExecutionContext) { _ in log.add(2) }
    let recovered = futures[0].recover(context: immediateExecutionContext) { _ in 5 }
    #expect(futures.allSatisfy { !$0.isCompleted && $0.error == nil && $0.result == nil })
    #expect(!recovered.isCompleted && log.entries.isEmpty && life == nil)
    #expect(futures[0].forced(.now()) == nil)
    #expect(errors.count == 1)
  }

  @Test func `a combination waits for a broken future of any error`() {
    func broken() -> Future<Int, any Error> { Promise<Int, any Error>().future }
    let value = Future<Int, any Error>(value: 1)
    let failure = Future<Int, any Error>(error: Broken())
    #expect(!broken().zip(value).isCompleted && !value.zip(broken()).isCompleted)
    #expect(failure.zip(broken()).isFailure)
    #expect(![value, broken(), failure].sequence().isCompleted)
    #expect([failure, broken()].sequence().isFailure)
    #expect([broken(), value].firstCompleted().value == 1)
    #expect(![broken(), broken()].firstCompleted().isCompleted)
  }

  @Test func `with rejectsBrokenPromises a broken future of any error fails`()
    async
  {
    await #expect(processExitsWith: .success) {
      precondition(!BrightFuturesConfiguration.rejectsBrokenPromises)
      BrightFuturesConfiguration.rejectsBrokenPromises = true
      precondition(BrightFuturesConfiguration.rejectsBrokenPromises)
      let log = Log<any Error>()
      let promise = Locked<Promise<Int, any Error>?>(Promise())
      let future = promise.value?.future
      let mapped = future?.map(immediateExecutionContext) { $0 }
      future?.onFailure(immediateExecutionContext) { log.add($0) }
      let last = promise.withLock { promise in
        defer { promise = nil }
        return promise
      }
      _ = consume last
      precondition(future?.error is BrokenPromiseError && mapped?.error is BrokenPromiseError)
      precondition(log.entries.first is BrokenPromiseError)
      precondition(future?.recover(context: immediateExecutionContext) { _ in 5 }.value == 5)
      precondition(!Promise<Int, Broken>().future.isCompleted)
      let callback: Future<Int, any Error> = materialize { $0(nil, nil) }
      precondition((callback.error as? BrokenPromiseError)?.fileID == #fileID)
      let resolver = Future<Int, any Error> { _ in }
      precondition((resolver.error as? BrokenPromiseError)?.fileID == #fileID)
      precondition(Future(pledge: Pledge.Promise<Int>()).error is BrokenPromiseError)
    }
  }
}
