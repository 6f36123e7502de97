import Dispatch
import Pledge
import PledgeBrightFutures
import TestSupport
import Testing

private typealias Future = PledgeBrightFutures.Future
private typealias Promise = PledgeBrightFutures.Promise
private let now = immediateExecutionContext

/// Each test uses a source location of its own: reports are global to the process, and tests run in
/// parallel.
@Suite(.hangLimit)
struct BrokenPromiseTests {
  @Test func `a future that never had a promise is not reported`() {
    let log = Log<Int>()
    let errors = reports(from: "PledgeBrightFutures/Core.swift") {
      let future = Future<Int, any Error>()
      future.onComplete(now) { _ in log.add(1) }
      future.map(now) { $0 }.onComplete { _ in log.add(2) }
    }
    #expect(log.entries.isEmpty)
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
        .map(token.validContext(now)) { $0 }
      promise.future.onComplete(now) { _ in Issue.record("completed") }
      promise.completeWith(dropped)
    }
    #expect(errors.isEmpty)
  }

  @Test func `a combination waits for a broken future of any error`() {
    func broken() -> Future<Int, any Error> { Promise<Int, any Error>().future }
    let value = Future<Int, any Error>(value: 1)
    let failure = Future<Int, any Error>(error: Broken())
    #expect(!broken().zip(value).isCompleted && !value.zip(broken()).isCompleted)
    #expect(failure.zip(broken()).isFailure)
    #expect(![value, broken(), failure].sequence().isCompleted)
    #expect(![Async<Int>]().firstCompleted().isCompleted)
    #expect([failure, broken()].sequence().isFailure)
  }

  @Test func `with rejectsBrokenPromises a broken future of any error fails`()
    async
  {
    await #expect(processExitsWith: .success) {
      BrightFuturesConfiguration.rejectsBrokenPromises = true
      precondition(!Promise<Int, Broken>().future.isCompleted)
      let callback: Future<Int, any Error> = materialize { $0(nil, nil) }
      precondition((callback.error as? BrokenPromiseError)?.fileID == #fileID)
      let resolver = Future<Int, any Error> { _ in }
      precondition((resolver.error as? BrokenPromiseError)?.fileID == #fileID)
      precondition(Future(pledge: Pledge.Promise<Int>()).error is BrokenPromiseError)
      await #expect(throws: BrokenPromiseError.self) {
        try await Promise<Int, Broken>().future.get()
      }
    }
  }

  @Test func `a future that waits for itself stays pending, and is reported`() {
    func waiting<E: Error>(_: E.Type) -> Future<Int, E> {
      let log = Log<Future<Int, E>>()
      let promise = Promise<Int, E>(file: "cycle", line: 1)
      let future = promise.future.flatMap(now) { _ in log.entries[0] }
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

/// Tests what a pending future retains, and what retains it.
@Suite(.hangLimit)
struct RetentionTests {
  @Test func `losers and timed-out waits do not accumulate in a pending future`() async {
    let stages = Stages(of: "losers")
    let installation = Diagnostics.install(stages)
    defer { installation.remove() }
    let promise = Promise<Int, Broken>(file: "losers", line: 1)
    let future = promise.future
    for _ in 0..<100 {
      #expect([future, Future(value: 1)].firstCompleted().value == 1)
    }
    await onSmallStack {
      for _ in 0..<100 { #expect(future.forced(.now()) == nil) }
    }
    #expect(stages.pending.value < 10)
    let handled = future.map(now) { $0 }
    promise.success(2)
    #expect(handled.value == 2)
  }

  @Test func `a future that can never be completed is not retained by its consumers`() {
    func ends(_ wait: (Future<Int, Broken>, Life) -> Void) -> Bool {
      weak var freed: Life?
      do {
        let life = Life()
        freed = life
        wait(Future(), life)
      }
      return freed == nil
    }
    let waits: [(Future<Int, Broken>, Life) -> Void] = [
      { future, life in [future, Future()].sequence().onComplete(now) { _ in _ = life } },
      { future, life in
        [Future(value: 1), future].fold(now, zero: 0) { sum, number in
          _ = life
          return sum + number
        }
        .onComplete(now) { _ in }
      },
      { future, life in future.zip(future).onComplete(now) { _ in _ = life } },
      { future, life in [future].firstCompleted().onComplete(now) { _ in _ = life } },
    ]
    #expect(waits.allSatisfy(ends))
  }
}

/// Counts the stages created at one source location that have not ended.
private struct Stages: PromiseObserver {
  let file: String
  let pending = Locked(0)

  init(of file: String) { self.file = file }

  func observe(_ event: PromiseEvent) {
    guard event.fileID == file else { return }
    switch event.kind {
    case .chained: pending.withLock { $0 += 1 }
    case .settled: pending.withLock { $0 -= 1 }
    default: break
    }
  }
}
