import Dispatch
import Pledge
import PledgeCombine
import TestSupport
import Testing

@Suite(.hangLimit)
struct FutureTests {
  @Test func `a subscriber receives the value, and the end right after it`() {
    let promise = Promise<Int>()
    let (early, late) = (Recorder<Int>(asking: .unlimited), Recorder<Int>(asking: .max(1)))

    promise.publisher.subscribe(early)
    #expect(early.calls.value == ["subscription"])
    promise.resolve(1)
    promise.publisher.subscribe(late)

    #expect(early.calls.value == ["subscription", "1", "finished"])
    #expect(late.calls.value == ["subscription", "1", "finished"])
  }

  @Test func `a value is delivered only when it is requested`() {
    let promise = Promise<Int>()
    let subscriber = Recorder<Int>(asking: .none)
    promise.publisher.subscribe(subscriber)

    promise.resolve(1)
    #expect(subscriber.calls.value == ["subscription"])
    subscriber.request(.none)
    #expect(subscriber.calls.value == ["subscription"])
    subscriber.request(.max(1))
    subscriber.request(.max(1))

    #expect(subscriber.calls.value == ["subscription", "1", "finished"])
  }

  @Test func `errors and discards are delivered without demand`() {
    let (rejected, discarded) = (Promise<Int>(), Promise<Int>())
    let (first, second) = (Recorder<Int>(asking: .none), Recorder<Int>(asking: .none))
    rejected.publisher.subscribe(first)
    discarded.publisher.subscribe(second)

    rejected.reject(Broken())
    discarded.discard()

    #expect(first.calls.value == ["subscription", "\(Broken())"])
    #expect(second.calls.value == ["subscription", "\(DiscardedError(cause: .owner))"])
  }

  @Test func `a broken promise is an error`() {
    var resolver: Resolver<Int>?
    let promise = Promise<Int> { resolver = $0 }
    let subscriber = Recorder<Int>(asking: .unlimited)
    promise.publisher.subscribe(subscriber)

    #expect(resolver != nil)
    resolver = nil

    #expect(subscriber.calls.value.count == 2)
    #expect(subscriber.calls.value.last?.hasPrefix("broken promise") == true)
  }

  @Test func `canceling detaches from the promise, which others may still need`() {
    let stops = Locked(0)
    let promise = Promise<Int>(discard: { stops.withLock { $0 += 1 } })
    let (first, second) = (Recorder<Int>(asking: .unlimited), Recorder<Int>(asking: .none))
    promise.publisher.subscribe(first)
    promise.publisher.subscribe(second)

    first.cancel()
    #expect(promise.isPending && stops.value == 0)
    second.cancel()
    second.cancel()

    #expect(promise.isRejected && stops.value == 1)
    let other = Recorder<Int>(asking: .unlimited)
    let shared = Promise<Int>(discard: {})
    let stage = shared.map { $0 + 1 }
    shared.publisher.subscribe(other)
    other.cancel()
    shared.resolve(1)
    #expect(stage.isFulfilled)
    #expect([first, second, other].allSatisfy { $0.calls.value == ["subscription"] })
  }

  @Test func `a subscriber that cancels on the value receives no completion`() {
    let promise = Promise<Int>()
    let subscriber = Recorder<Int>(asking: .unlimited) { $0.cancel() }
    promise.publisher.subscribe(subscriber)

    promise.resolve(1)

    #expect(subscriber.calls.value == ["subscription", "1"])
  }

  @Test func `a value that was held is released when the subscription is canceled`() {
    weak var held: Locked<Int>?
    let subscriber = Recorder<Locked<Int>>(asking: .none)
    do {
      let value = Locked(1)
      held = value
      Promise(value: value).publisher.subscribe(subscriber)
    }
    #expect(held != nil)

    subscriber.cancel()

    #expect(held == nil)
  }

  @Test func `a subscriber is released when all is over, and when it cancels`() {
    let (settled, cancelled) = (Promise<Int>(), Promise<Int>())
    weak var first: Recorder<Int>?
    weak var second: Recorder<Int>?
    do {
      let subscribers = (Recorder<Int>(asking: .unlimited), Recorder<Int>(asking: .unlimited))
      (first, second) = subscribers
      settled.publisher.subscribe(subscribers.0)
      cancelled.publisher.subscribe(subscribers.1)
      subscribers.1.cancel()
    }
    #expect(first != nil && second == nil)
    settled.resolve(1)

    #expect(first == nil && cancelled.isPending)
  }

  @Test func `settling, requesting, and canceling concurrently keeps the order`() async throws {
    for _ in 0..<300 {
      let promise = Promise<Int>()
      let subscriber = Recorder<Int>(asking: .none)
      promise.publisher.subscribe(subscriber)
      let actions: [@Sendable () -> Void] = [
        { promise.resolve(1) }, { subscriber.request(.max(1)) }, { subscriber.cancel() },
      ]
      _ = try await all(actions.map { action in Promise(on: .global(), action) }).value

      let calls = Array(subscriber.calls.value.dropFirst())
      #expect(["1", "finished"].starts(with: calls), "\(calls)")
    }
  }
}
