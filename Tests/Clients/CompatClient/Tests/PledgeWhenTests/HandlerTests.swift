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
}

@Suite(.hangLimit)
struct SettlingTests {
  private let queue = DispatchQueue(label: "settling")

  @Test func `a new promise is pending and has a key of its own`() {
    let (one, two) = (Promise<Int>(), Promise<Int>())
    #expect(one.state.isPending)
    #expect(UUID(uuidString: one.key) != nil && one.key != two.key)
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
    let log = Log<String>()
    queue.suspend()
    let promises = [
      Promise<Int>(queue: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        return log.pass(1, "value")
      },
      Promise<Int>(queue: queue) { throw log.pass(Broken(), "error") },
      Promise<Int>(queue: queue) { resolve, _ in resolve(log.pass(3, "resolve")) },
      Promise<Int>(queue: queue) { _, reject in reject(log.pass(Broken(), "reject")) },
      Promise<Int>(queue: queue) { (resolve: @escaping @Sendable (Int) -> Void) in
        resolve(log.pass(5, "resolve only"))
      },
    ]
    #expect(log.entries.isEmpty)
    queue.resume()
    queue.finish()
    #expect(log.entries == ["value", "error", "resolve", "reject", "resolve only"])
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

  @Test func `a subclass may override cancel, and handlers return the promise itself`() {
    final class Ride: Promise<Int> {
      var stopped = false
      override func cancel() {
        stopped = true
        super.cancel()
      }
    }
    let ride = Ride(queue: queue)
    let same: Ride = ride.done { _ in }.fail { _ in }.always { _ in }
    #expect(same === ride)
    (ride as Promise<Int>).cancel()
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

@Suite(.hangLimit)
struct WhenTests {
  private let queue = DispatchQueue(label: "when")

  @Test func `two and three promises of different types give a tuple`() async {
    let (number, text, flag) = (Promise<Int>(), Promise<String>(queue: queue), Promise<Bool>())
    let (two, three) = (when(number, text), when(number, text, flag))
    flag.resolve(true)
    text.resolve("a")
    await mainQueueDrained(4)
    #expect(two.state.isPending)
    number.resolve(1)
    let pair = await outcome(of: two).value
    #expect(pair?.0 == 1 && pair?.1 == "a")
    let triple = await outcome(of: three).value
    #expect(triple?.0 == 1 && triple?.1 == "a" && triple?.2 == true)
  }

  @Test func `any rejection rejects a tuple immediately, in either position`() async {
    for isFirst in [true, false] {
      let (one, two) = (Promise<Int>(), Promise<String>())
      let both = when(one, two)
      if isFirst { one.reject(Broken()) } else { two.reject(Broken()) }
      #expect(await outcome(of: both).error is Broken)
      one.cancel()
      two.cancel()
    }
  }
}

@Suite(.hangLimit)
struct StateTests {
  private let states: [State<Int>] = [
    .pending, .resolved(value: 1), .rejected(error: Broken()),
  ]

  @Test func `a state is one of three, and states of one kind are equal`() {
    #expect(states.map(\.isPending) == [true, false, false])
    #expect(states.map(\.isResolved) == [false, true, false])
    #expect(states.map(\.isRejected) == [false, false, true])
    #expect(states.map { $0.result?.value } == [nil, 1, nil])
    #expect(states.map { $0.result?.error is Broken } == [false, false, true])
    for (index, state) in states.enumerated() {
      #expect(states.map { $0 == state } == states.indices.map { $0 == index })
    }
    #expect(State.resolved(value: 1) == .resolved(value: 2))
  }

  @Test func `map transforms only the value`() {
    #expect(states.map { $0.map { "\($0)" }.result?.value } == [nil, "1", nil])
    #expect(states[2].map { "\($0)" }.isRejected)
  }
}

/// Waits for the result of a promise.
func outcome<T: Sendable>(
  of promise: Promise<T>,
  isolation: isolated (any Actor)? = #isolation
) async -> Result<T> {
  await withCheckedContinuation { continuation in
    promise.always { continuation.resume(returning: $0) }
  }
}
