import Dispatch
import PledgeWhen
import TestSupport
import Testing

import struct Pledge.DiscardedError
import struct Pledge.UncheckedSendable

@Suite(.hangLimit)
struct HandlerTests {
  private let queue = DispatchQueue(label: "handlers")

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

  @Test func `a canceled promise becomes a discarded Pledge promise`() async {
    let cancelled = Promise<Int>(queue: queue)
    cancelled.cancel()
    await #expect(throws: DiscardedError.self) { try await cancelled.pledge.value }
  }
}

@Suite(.hangLimit)
struct WhenTests {
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

  @Test func `combinations that share members retain none of the members`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      var pairs: [Promise<(Int, Int)>] = []
      do {
        let (one, two) = (Promise<Int>(), Promise<Int>())
        pairs = [when(one, one), when(one, two), when(two, one)]
      }
      await mainQueueDrained(4)
      #expect(pairs.allSatisfy { $0.state.isPending })
      #expect(reports.entries.count == 2)
    }
  }

  @Test func `after the first rejection the others are not waited for`() async {
    await #expect(processExitsWith: .success) {
      let reports = handledReports()
      do {
        let members = (0..<3).map { _ in Promise<Int>() }
        let all = when(members)
        let three = when(members[0], members[1], members[2])
        let two = when(members[1], members[2])
        members[1].reject(Broken())
        await mainQueueDrained(4)
        #expect(all.state.isRejected && two.state.isRejected && three.state.isRejected)
      }
      await mainQueueDrained(4)
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `after the first rejection the values are released`() async {
    let pending = Promise<Life>()
    weak var life: Life?
    do {
      let (first, broken, value) = (Promise<Life>(), Promise<Life>(), Life())
      life = value
      _ = (when([first, pending, broken]), when(first, pending, broken))
      first.resolve(value)
      await mainQueueDrained(4)
      broken.reject(Broken())
      await mainQueueDrained(4)
    }
    #expect(life == nil)
    pending.cancel()
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
