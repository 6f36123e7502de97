import Dispatch
import Foundation
import PledgeWhen
import TestSupport
import Testing

import struct Pledge.UncheckedSendable

@Suite(.hangLimit)
struct HandlerTests {
  private let queue = DispatchQueue(label: "handlers")

  @Test(arguments: [false, true], [false, true])
  func `done and fail run first, then always, then the handlers of derived promises`(
    fails: Bool,
    isSettledBefore: Bool
  ) {
    let log = Log<String>()
    let promise = Promise<Int>(queue: queue)
    let settle = { if fails { promise.reject(Broken()) } else { promise.resolve(1) } }
    if isSettledBefore { settle() }
    queue.finish()
    queue.stopped {
      promise.then(on: queue) { log.add("then \($0)") }
      promise.always { log.add("always \($0.error is Broken)") }
      promise.done { log.add("done \($0)") }
      promise.fail { log.add("fail \($0 is Broken)") }
      promise.always { log.add("always \($0.value ?? 0)") }
      promise.done { _ in log.add("done") }
      #expect(log.entries.isEmpty)
    }
    if !isSettledBefore { settle() }
    queue.finish()
    let expected =
      fails
      ? ["fail true", "always true", "always 0"]
      : ["done 1", "done", "always false", "always 1", "then 1"]
    #expect(log.entries == expected)
  }

  @Test func `fail does not receive a cancellation, unless its policy includes it`() {
    let log = Log<String>()
    let promise = Promise<Int>(queue: queue)
    promise
      .fail { _ in log.add("default") }
      .fail(policy: .notCancelled) { _ in log.add("not cancelled") }
      .fail(policy: .allErrors) { _ in log.add("all") }
      .always { _ in log.add("always") }
    promise.cancel()
    queue.finish()
    #expect(log.entries == ["all", "always"])
  }

  @Test func `handlers registered between resolve and the queue's turn run on the queue`() {
    let log = Log<Int>()
    queue.stopped {
      let promise = Promise<Int>(queue: queue)
      promise.resolve(1)
      promise.done {
        dispatchPrecondition(condition: .onQueue(queue))
        log.add($0)
      }
    }
    queue.finish()
    #expect(log.entries == [1])
  }

  @Test func `registering a handler returns the promise itself, of any class`() {
    final class Ride: Promise<Int> {}
    let ride = Ride(queue: queue)
    let same: Ride = ride.done { _ in }.fail { _ in }.always { _ in }
    #expect(same === ride)
    ride.cancel()
  }
}

@Suite(.hangLimit)
struct SettlingTests {
  private let queue = DispatchQueue(label: "settling")

  @Test func `a new promise is pending and has a key of its own`() {
    let (one, two) = (Promise<Int>(), Promise<Int>())
    #expect(one.state.isPending)
    #expect(UUID(uuidString: one.key) != nil && one.key != two.key)
  }

  @Test func `a promise is settled on its queue, not by the call`() {
    let promise = Promise<Int>(queue: queue)
    promise.resolve(1)
    queue.suspend()
    let other = Promise<Int>(queue: queue)
    other.reject(Broken())
    #expect(other.state.isPending)
    queue.resume()
    queue.finish()
    #expect(promise.state.isResolved && other.state.isRejected)
  }

  @Test func `of two early settlements, handlers receive the first, and the last stays`() {
    let log = Log<Int>()
    queue.suspend()
    let promise = Promise<Int>(queue: queue)
    promise.done { log.add($0) }
    promise.resolve(1)
    promise.resolve(2)
    queue.resume()
    queue.finish()
    #expect(log.entries == [1])
    #expect(promise.state.result?.value == 2)
  }

  @Test func `bodies run asynchronously, on the queue`() {
    let log = Log<Int>()
    queue.suspend()
    let promises = [
      Promise<Int>(queue: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        log.add(1)
        return 1
      },
      Promise<Int>(queue: queue) {
        log.add(2)
        throw Broken()
      },
      Promise<Int>(queue: queue) { resolve, _ in
        log.add(3)
        resolve(3)
      },
      Promise<Int>(queue: queue) { _, reject in
        log.add(4)
        reject(Broken())
      },
      Promise<Int>(queue: queue) { (resolve: @escaping @Sendable (Int) -> Void) in
        log.add(5)
        resolve(5)
      },
    ]
    #expect(log.entries.isEmpty)
    queue.resume()
    queue.finish()
    #expect(log.entries == [1, 2, 3, 4, 5])
    #expect(promises.map { $0.state.result?.value } == [1, nil, 3, nil, 5])
  }

  @Test func `the main queue is the default one`() async {
    let log = Log<Int>()
    let promise = Promise<Int> { 1 }
    promise.done {
      dispatchPrecondition(condition: .onQueue(.main))
      log.add($0)
    }
    #expect(await outcome(of: promise).value == 1)
    #expect(log.entries == [1])
  }

  @Test func `canceling rejects with a specific error, and can be overridden`() {
    final class Ride: Promise<Int> {
      var stopped = false
      override func cancel() {
        stopped = true
        super.cancel()
      }
    }
    let ride = Ride(queue: queue)
    let promise: Promise<Int> = ride
    promise.cancel()
    queue.finish()
    #expect(ride.stopped)
    #expect(ride.state.result?.error as? PromiseError == .cancelled)
  }

  @Test func `four threads settle and register, and each handler runs once`() async {
    for _ in 0..<200 {
      let promise = UncheckedSendable(Promise<Int>(queue: .global()))
      let log = Log<Int>()
      let group = DispatchGroup()
      for _ in 0..<12 { group.enter() }
      await onThreads(4) { thread in
        promise.value.always { _ in group.leave() }
        promise.value.resolve(thread)
        promise.value.always { _ in group.leave() }
        promise.value.then(on: .global()) { _ in
          log.add(thread)
          group.leave()
        }
      }
      group.wait()
      #expect(log.entries.sorted() == [0, 1, 2, 3])
    }
  }
}
