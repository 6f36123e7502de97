import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise

/// Each test uses a source location of its own: reports are global to the process, and tests run in
/// parallel.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test func `a function that is released without a call leaves its future pending`() {
    #expect(!Future<Int, any Error> { _ in }.isCompleted)
    #expect(!Future<Int, Broken> { _ in }.isCompleted)
    #expect(!Async<Int> { _ in }.isCompleted)
    let callback: Future<Int, any Error> = materialize { $0(nil, nil) }
    #expect(!callback.isCompleted)
  }

  @Test func `a future that never had a promise is not reported`() {
    let log = Log<Int>()
    let errors = reports(from: "PledgeBrightFutures/Core.swift") {
      let future = Future<Int, any Error>()
      future.onComplete(immediateExecutionContext) { _ in log.add(1) }
      future.map(immediateExecutionContext) { $0 }.onComplete { _ in log.add(2) }
    }
    #expect(log.entries.isEmpty)
    #expect(errors.isEmpty)
  }

  @Test func `the first of only broken futures never completes, without another report`() {
    var waiting: Future<Int, Broken>?
    let errors = reports(from: "first of broken") {
      let repeated = reports(from: "PledgeBrightFutures/FirstCompleted.swift") {
        let promise = Promise<Int, Broken>(file: "first of broken", line: 1)
        waiting = [promise.future].firstCompleted()
        _ = [Promise<Int, Broken>(file: "first of broken", line: 2).future].firstCompleted()
        _ = [Future<Int, Broken>()].firstCompleted()
      }
      #expect(repeated.isEmpty)
    }
    #expect(waiting?.isCompleted == false)
    #expect(throws: BrokenPromiseError.self) { try waiting?.pledge.result?.get() }
    #expect(errors.count <= 2)
    #expect(errors.allSatisfy { $0 is BrokenPromiseError })
  }

  @Test func `a broken promise breaks the one completed with it, and is reported once`() {
    func completed(with other: Future<Int, Broken>) -> Future<Int, Broken> {
      let promise = Promise<Int, Broken>(file: "broken source", line: 1)
      promise.completeWith(other)
      return promise.future.map(immediateExecutionContext) { $0 }
    }
    var futures: [Future<Int, Broken>] = []
    let errors = reports(from: "broken source") {
      let broken = Promise<Int, Broken>(file: "broken source", line: 2).future
      futures = [completed(with: broken), completed(with: broken)]
    }
    let later = reports(from: "broken source") {
      var other: Promise<Int, Broken>? = Promise(file: "broken source", line: 3)
      if let other { futures.append(completed(with: other.future)) }
      other = nil
    }
    #expect(errors.count == 1)
    #expect(later.count == 1)
    for future in futures {
      #expect(!future.isCompleted)
      #expect(throws: BrokenPromiseError.self) { try future.pledge.result?.get() }
    }
  }

  @Test func `a broken promise is not reported if the one completed with it has no consumer`() {
    let errors = reports(from: "handed on") {
      let promise = Promise<Int, Broken>(file: "handed on", line: 1)
      promise.completeWith(Promise<Int, Broken>(file: "handed on", line: 2).future)
    }
    #expect(errors.isEmpty)
  }

  @Test func `a promise completed with a broken future can still be completed`() {
    let (promise, first) = (Promise<Int, Broken>(), Promise<Int, Broken>())
    promise.completeWith(first.future)
    func completeWithFuture(of other: Promise<Int, Broken>) { promise.completeWith(other.future) }
    completeWithFuture(of: Promise())
    #expect(!promise.future.isCompleted)
    first.success(1)
    #expect(promise.future.value == 1)
  }

  @Test func `a dropped callback does not break the promise completed with it`() {
    let errors = reports(from: "dropped other") {
      let promise = Promise<Int, any Error>(file: "dropped other", line: 1)
      let token = InvalidationToken()
      token.invalidate()
      let dropped = Future<Int, any Error>(value: 1)
        .map(token.validContext(immediateExecutionContext)) { $0 }
      promise.future.onComplete(immediateExecutionContext) { _ in Issue.record("completed") }
      promise.completeWith(dropped)
    }
    #expect(errors.isEmpty)
  }

  @Test func `a future with a resolver is reported with its creation site`() {
    let future = Future<Int, any Error> { _ in }
    #expect((error(of: future.pledge) as? BrokenPromiseError)?.fileID == #fileID)
    let async = Async<Result<Int, any Error>> { _ in }
    let other = Future<Int, any Error>(other: async)
    #expect(
      (error(of: other.pledge) as? BrokenPromiseError)?.fileID == "PledgeBrightFutures/Async.swift"
    )
  }

  @Test func `a future that waits for itself stays pending, and is reported`() {
    func waiting<E: Error>(_: E.Type) -> Future<Int, E> {
      let log = Log<Future<Int, E>>()
      let promise = Promise<Int, E>(file: "cycle", line: 1)
      let future = promise.future.flatMap(immediateExecutionContext) { _ in log.entries[0] }
      log.add(future)
      promise.success(1)
      return future
    }
    let errors = reports(from: "cycle") {
      #expect(waiting((any Error).self).error is CycleError)
      #expect(!waiting(Broken.self).isCompleted)
    }
    #expect(errors.first is CycleError)
  }
}

/// Returns the error with which a Pledge future is rejected.
private func error<Value>(of future: Pledge.Future<Value>) -> (any Error)? {
  guard case .failure(let error) = future.result else { return nil }
  return error
}
