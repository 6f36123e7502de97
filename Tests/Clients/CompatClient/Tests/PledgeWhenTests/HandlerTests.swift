import Dispatch
import PledgeWhen
import TestSupport
import Testing

@Suite(.hangLimit)
struct HandlerTests {
  private let queue = DispatchQueue(label: "handlers")

  @Test func `done runs first, then always, then the handlers of derived promises`() {
    let log = Log<String>()
    let promise = Promise<Int>(queue: queue)
    promise.then(on: queue) { _ in log.add("then") }
    promise.always { _ in log.add("always 1") }
    promise.done { _ in log.add("done 1") }
    promise.fail { _ in log.add("fail") }
    promise.always { _ in log.add("always 2") }
    promise.done { _ in log.add("done 2") }
    promise.resolve(1)
    queue.finish()
    #expect(log.entries == ["done 1", "done 2", "always 1", "always 2", "then"])
  }

  @Test func `an error is passed to fail and always`() {
    let log = Log<String>()
    let promise = Promise<Int>(queue: queue)
    promise.done { _ in log.add("done") }
    promise.always { log.add("always \($0.error is Broken)") }
    promise.fail { log.add("fail \($0 is Broken)") }
    promise.reject(Broken())
    queue.finish()
    #expect(log.entries == ["fail true", "always true"])
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

  @Test func `handlers run on the queue of their promise`() {
    let log = Log<Bool>()
    let promise = Promise<Int>(queue: queue)
    promise.done { _ in
      dispatchPrecondition(condition: .onQueue(queue))
      log.add(true)
    }
    promise.resolve(1)
    queue.finish()
    #expect(log.entries == [true])
  }

  @Test func `handlers registered between resolve and the queue's turn run`() {
    let log = Log<Int>()
    queue.suspend()
    let promise = Promise<Int>(queue: queue)
    promise.resolve(1)
    promise.done { log.add($0) }
    queue.resume()
    queue.finish()
    #expect(log.entries == [1])
  }

  @Test func `handlers of a promise that is settled already run once, on the queue`() {
    let log = Log<Int>()
    let promise = Promise(queue: queue, state: .resolved(value: 1))
    queue.suspend()
    promise.done { log.add($0) }
    promise.always { log.add($0.value ?? 0) }
    promise.then(on: queue) { log.add($0) }
    #expect(log.entries.isEmpty)
    queue.resume()
    queue.finish()
    #expect(log.entries == [1, 1, 1])
  }

  @Test func `handlers of a promise that is settled already run in the same order`() {
    let log = Log<String>()
    let promise = Promise(queue: queue, state: .resolved(value: 1))
    queue.suspend()
    promise.then(on: queue) { _ in log.add("then") }
    promise.always { _ in log.add("always") }
    promise.done { _ in log.add("done") }
    queue.resume()
    queue.finish()
    #expect(log.entries == ["done", "always", "then"])
  }

  @Test func `registering a handler returns the promise itself, of any class`() {
    final class Ride: Promise<Int> {}
    let ride = Ride(queue: queue)
    let same: Ride = ride.done { _ in }.fail { _ in }.always { _ in }
    #expect(same === ride)
    ride.cancel()
  }
}
