import Dispatch
import Pledge
import PledgePromisesTestHelpers
import TestSupport
import Testing

@testable import PledgePromises

/// A promise whose source is gone can be resolved directly, as in google/promises.
@Suite(.timeLimit(.minutes(60)))
struct DirectResolutionTests {
  typealias Failure = TestError
  typealias Promise = PledgePromises.Promise
  let turns = Turns()

  /// Promises that nothing but a direct resolution can resolve.
  private func sourceless() -> [Promise<Int>] {
    let queue = turns.queue
    let (source, future) = (Promise<Int>(), Pledge.Promise<Int>())
    return [
      source.then(on: queue) { $0 + 1 },
      source.then(on: queue) { _ in },
      source.then(on: queue) { Promise($0) },
      Promise(1).then(on: queue) { _ in Promise<Int>.pending() },
      source.catch(on: queue) { _ in },
      source.always(on: queue) {},
      source.recover(on: queue) { _ in 1 },
      source.recover(on: queue) { _ in Promise(1) },
      Promise<Int>(Failure.code42).recover(on: queue) { _ in Promise.pending() },
      source.validate(on: queue) { _ in true },
      source.delay(on: queue, 0),
      source.timeout(on: queue, 3600),
      source.reduce(on: queue, 1, 2) { Promise($0 + $1) },
      all(on: queue, [source, Promise(1)]).then(on: queue) { $0[0] },
      race(on: queue, [source, Promise()]),
      retry(on: queue, attempts: 0) { .pending() },
      Promise(on: queue) { _, _ in },
      Promise(on: queue) { Promise<Int>.pending() },
      wrap(on: queue) { (_: @Sendable (Int) -> Void) in },
      Promise(pledge: future),
    ]
  }

  @Test(arguments: [true, false])
  func `a promise whose source is gone is resolved directly`(_ fails: Bool) {
    let record = Log<String>()
    for (number, promise) in sourceless().enumerated() {
      turns.finish(8)
      let early = promise.always(on: turns.queue) { record.add("early \(number)") }
      #expect(promise.isPending && early.isPending, "promise \(number)")
      if fails { promise.reject(Failure.code13) } else { promise.fulfill(42) }
      promise.fulfill(43)
      let late = promise.always(on: turns.queue) { record.add("late \(number)") }
      turns.finish(8)
      #expect(record.entries.suffix(2) == ["early \(number)", "late \(number)"])
      for resolved in [promise, early, late] {
        #expect(resolved.value == (fails ? nil : 42), "promise \(number)")
        #expect(resolved.error as? Failure == (fails ? .code13 : nil), "promise \(number)")
      }
    }
  }

  @Test func `combinations whose promises are gone are resolved directly`() {
    let values = all(on: turns.queue, [Promise<Int>.pending()])
    let maybes = any(on: turns.queue, [Promise<Int>.pending()])
    let pair = all(on: turns.queue, Promise<Int>.pending(), Promise("a"))
    turns.finish(8)
    values.fulfill([1])
    maybes.fulfill([.value(2)])
    pair.fulfill((3, "b"))
    #expect(values.value == [1] && maybes.value == [.value(2)] && pair.value?.1 == "b")
  }

  @Test func `a promise follows one whose source is gone, and which is resolved directly`() throws {
    let queue = turns.queue
    let inner = Promise<Int>.pending().always(on: queue) {}
    let followers = [
      Promise(1).then(on: queue) { _ in inner },
      Promise<Int>(Failure.code42).recover(on: queue) { _ in inner },
      Promise(on: queue) { inner },
      all(on: queue, [inner]).then(on: queue) { $0[0] },
      race(on: queue, [inner, Promise()]),
      retry(on: queue) { inner },
    ]
    turns.finish(8)
    #expect(followers.allSatisfy { $0.isPending })
    inner.fulfill(42)
    turns.finish(8)
    #expect(followers.map(\.value) == followers.map { _ in 42 })
  }

  @Test func `handlers are released with the last reference to their promise`() {
    weak var life: Life?
    var promise: Promise<Int>? = Promise<Int>.pending().always(on: turns.queue) {}
    do {
      let captured = Life()
      life = captured
      promise?.then(on: turns.queue) { _ in withExtendedLifetime(captured) {} }
        .always(on: turns.queue) { withExtendedLifetime(captured) {} }
    }
    #expect(promise?.isPending == true && life != nil)
    promise = nil
    #expect(life == nil)
  }

  @Test func `its Pledge future is broken when the last reference is released`() async throws {
    let promise = Promise<Int>.pending().always(on: turns.queue) {}
    let future = promise.pledge
    promise.fulfill(42)
    #expect(try await future.value == 42)
    let broken = Promise<Int>.pending().always(on: turns.queue) {}.pledge
    await #expect(throws: BrokenPromiseError.self) { try await broken.value }
  }

  @Test func `a thread that waits for a promise whose source is gone can be resumed`() throws {
    let promise = Promise<Int>.pending().always(on: turns.queue) {}
    turns.stopped {
      promise.then(on: turns.queue) { _ in }
      turns.queue.async { promise.fulfill(42) }
    }
    #expect(try awaitPromise(promise) == 42)
  }
}
