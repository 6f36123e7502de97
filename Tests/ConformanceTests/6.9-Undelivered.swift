import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite("6.9 Undelivered values", .hangLimit)
struct Undelivered {
  private let closed = Log<Int>()

  /// A pending connection that is closed if no consumer receives it.
  private func connecting() -> Promise<Int> {
    Promise<Int>().onUndelivered { [closed] in closed.add($0) }
  }

  private func connected(_ number: Int = 1) -> Promise<Int> {
    let promise = connecting()
    promise.resolve(number)
    return promise
  }

  @Test(
    "6.9.1 A value that no consumer has received is passed to the block when its promise is released"
  )
  func clause6_9_1() {
    var promise: Promise<Int>? = connected()
    #expect(promise?.isFulfilled == true)
    #expect(closed.entries == [])

    promise = nil

    #expect(closed.entries == [1])
  }

  @Test func `6.9.2 A value that a consumer receives is not passed to the block`() async throws {
    for receive: (Promise<Int>) -> Void in [
      { $0.map { $0 }.ignoringErrors() }, { $0.tap { _ in }.ignoringErrors() },
      { $0.flatMap { Promise(value: $0) }.ignoringErrors() }, { $0.observe { _ in } },
      { $0.mapResult { _ in }.ignoringErrors() }, { _ = $0.result },
    ] {
      receive(connected())
      let pending = connecting()
      receive(pending)
      pending.resolve(2)
      // A read of a pending promise receives nothing.
      _ = pending.result
    }
    #expect(try await connected().value == 1)
    let pending = connecting()
    async let value = pending.value
    while pending.currentConsumerCount == 0 { await Task.yield() }
    pending.resolve(3)
    #expect(try await value == 3)

    #expect(closed.entries == [])
  }

  @Test("6.9.3 A value that comes after the promise was settled is passed to the block immediately")
  func clause6_9_3() {
    let promise = connecting()
    promise.discard()
    promise.resolve(1)
    #expect(closed.entries == [1])

    let (second, resolver) = Promise<Int>.pending()
    resolver.onUndelivered { [closed] in closed.add($0) }
    let value = second.map { $0 }
    #expect(resolver.resolve(2))
    #expect(!resolver.resolve(3))
    #expect(!resolver.settle(with: .success(4)))
    #expect(!resolver.reject(nil))

    #expect(value.isFulfilled)
    #expect(closed.entries == [1, 3, 4])
  }

  @Test(
    "6.9.4 A value that a handler returns after its promise was discarded is passed to the block"
  )
  func clause6_9_4() {
    let source = Promise<Void>()
    let derived = Locked<Promise<Int>?>(nil)
    let promise = source.map {
      derived.withLock { $0 }?.discard()
      return 1
    }.onUndelivered { [closed] in closed.add($0) }
    derived.withLock { $0 = promise }

    source.resolve()

    #expect(promise.isDiscarded)
    #expect(closed.entries == [1])

    let inner = Promise<Int>()
    Promise(value: ()).flatMap { inner }.onUndelivered { [closed] in closed.add($0) }.discard()
    inner.resolve(2)
    #expect(closed.entries == [1])
  }

  private static let never = Promise<Int>()

  private static let passing: [@Sendable (Promise<Int>) -> Future<Int>] = [
    { $0.timeout(after: .seconds(1), clock: ManualClock()) },
    { $0.catch { _ in } }, { $0.recover { _ in 0 } },
    { $0.flatMapError { _ in Promise(value: 0) } },
    { $0.mapError { $0 } }, { $0.replaceError(with: 0) }, { $0.ensure {} },
    { $0.ensureThen { Promise(value: ()) } }, { $0.validate { _ in true } },
    { $0.delay(by: .zero, clock: ManualClock()) }, { $0.cast(to: Int.self) },
    { race([$0, never]) }, { any([$0, never]) }, { $0 ||| never },
    { promise in Promise(value: ()).flatMap { promise } },
    { promise in hedge(after: .seconds(1), clock: ManualClock()) { promise } },
    { promise in retry(max: 2, clock: ManualClock()) { promise } },
    { promise in PromiseQueue(limit: 1).add { promise } },
    { promise in
      let later = Promise<Int>()
      later.chain(after: promise)
      return later
    },
  ]

  @Test(
    "6.9.5 Operators that pass the value on leave it to the consumers of the promise that they return",
    arguments: passing.indices,
    [true, false]
  )
  func clause6_9_5(index: Int, isSettled: Bool) async throws {
    let received = Log<Int>()
    for isReceived in [false, true] {
      do {
        let source = isSettled ? connected() : connecting()
        let derived = Self.passing[index](source)
        if !isSettled { source.resolve(1) }
        #expect(derived.status == .fulfilled)
        if isReceived {
          derived.observe { if case .success(let value) = $0 { received.add(value) } }
        }
        withExtendedLifetime(source) {}
      }
      #expect(closed.entries == [1])
    }
    #expect(received.entries == [1])
  }

  @Test func `6.9.6 A value that is late, or loses a race, is passed to the block`() {
    var source: Promise<Int>? = connecting()
    let limited = source?.timeout(after: .zero)
    #expect(limited?.isRejected == true)
    limited?.ignoringErrors()
    source?.resolve(1)
    source = nil
    #expect(closed.entries == [1])
    let stoppable = Promise<Int>(discard: {}).onUndelivered { [closed] in closed.add($0) }
    stoppable.timeout(after: .zero).ignoringErrors()
    stoppable.resolve(4)
    #expect(closed.entries == [1, 4])

    source = connecting()
    var other: Promise<Int>? = connecting()
    do {
      let first = race([source, other].compactMap(\.self))
      other?.resolve(2)
      source?.resolve(3)
      #expect(first.result.map { try? $0.get() } == 2)
    }
    (source, other) = (nil, nil)
    #expect(closed.entries == [1, 4, 3])
  }

  @Test func `6.9.7 One of several consumers is enough to receive a value`() {
    do {
      let promise = connecting()
      let limited = promise.timeout(after: .seconds(1), clock: ManualClock())
      let mapped = promise.map { $0 }
      promise.resolve(1)
      withExtendedLifetime((limited, mapped)) {}
    }
    #expect(closed.entries == [])
  }

  @Test func `6.9.8 A consumer that has detached does not receive the value`() async {
    do {
      let promise = connecting()
      promise.shared().map { $0 }.discard()
      let context = ManualContext()
      let waiting = promise.map(on: context) { $0 }
      let task = Task { try await promise.value }
      while promise.currentConsumerCount < 2 { await Task.yield() }
      task.cancel()
      _ = await task.result
      promise.resolve(1)
      waiting.discard()
      context.runAll()
    }
    #expect(closed.entries == [1])
  }

  @Test func `6.9.9 A combination holds the values of its members`() {
    let isReceived = Locked(false)
    @Sendable func kept<Value>(_ combined: Promise<Value>) -> any Sendable {
      if isReceived.value { combined.observe { _ in } }
      return combined
    }
    let combinations: [@Sendable (Promise<Int>, Promise<Int>) -> any Sendable] = [
      { kept(all([$0, $1])) }, { kept(all($0, $1)) }, { kept(allSettled([$0, $1])) },
      { kept(allSettled($0, $1)) }, { kept(all($0, $1, Promise(value: 1))) }, { kept($0 &&& $1) },
      { a, b in kept(all(a, b, Promise(value: 1), Promise(value: 1), a, b, a)) },
      { a, b in kept(allSettled(a, b, Promise(value: 1), Promise(value: 1), a, b, a)) },
      { a, b in kept([a, b].mapConcurrently(limit: 2) { $0 }) },
    ]
    for combine in combinations {
      for isComplete in [true, false] {
        let (first, second) = (connecting(), connecting())
        let combined = Locked<(any Sendable)?>(combine(first, second))
        first.resolve(1)
        if isComplete { second.resolve(2) } else { second.reject(Broken(number: 1)) }
        first.ignoringErrors()
        second.ignoringErrors()
        combined.withLock { $0 = nil }
      }
    }
    // The members are released with each round.
    #expect(closed.entries.filter { $0 == 1 }.count == 2 * combinations.count)
    #expect(closed.entries.filter { $0 == 2 }.count == combinations.count)

    isReceived.value = true
    for combine in combinations {
      let (first, second) = (connecting(), connecting())
      let combined = combine(first, second)
      first.resolve(3)
      second.resolve(4)
      withExtendedLifetime(combined) {}
    }
    #expect(!closed.entries.contains(3) && !closed.entries.contains(4))
  }

  @Test func `6.9.10 Several blocks run in the reverse order of their declaration`() {
    let order = Log<String>()
    do {
      let promise = Promise<Int>().onUndelivered { _ in order.add("first") }
        .onUndelivered { _ in order.add("second") }
      let limited = promise.timeout(after: .seconds(1), clock: ManualClock())
        .onUndelivered { _ in order.add("further down") }
      promise.resolve(1)
      #expect(limited.isFulfilled)
    }
    #expect(order.entries == ["further down", "second", "first"])
  }

  @Test func `6.9.11 A block runs at most once for each value, and never for a rejection`() {
    do {
      let promise = connecting()
      promise.reject(Broken(number: 1))
      promise.ignoringErrors()
      let late = connected()
      late.observe { _ in }
      let copy = late.timeout(after: .seconds(1), clock: ManualClock())
      #expect(copy.isFulfilled)
    }
    #expect(closed.entries == [])
  }

  @Test func `6.9.12 A value that is there when the block is declared counts as not received`() {
    do {
      Promise(value: 1).onUndelivered { [closed] in closed.add($0) }
      let second = Promise(value: 2).onUndelivered { [closed] in closed.add($0) }
      second.observe { _ in }
    }
    #expect(closed.entries == [1])
  }

  @Test
  func `6.9.13 Blocks that release other values nest like blocks that stop work (3.4.1)`() async {
    await onSmallStack {
      let count = Log<Int>()
      do {
        var previous = Promise<Int>(value: 0)
        for number in 1...10_000 {
          let inner = previous
          previous = Promise(value: number).onUndelivered { _ in withExtendedLifetime(inner) {} }
        }
        previous.onUndelivered { count.add($0) }
        var passed: Promise<Int> = Promise(value: 1).onUndelivered { count.add($0) }
        for _ in 1...10_000 {
          passed = passed.ensure {}.onUndelivered { _ in }
        }
      }
      #expect(count.entries == [1, 10_000] || count.entries == [10_000, 1])
    }
  }

  @Test(
    "6.9.14 Functions that process values receive them: `SingleFlight`, `BatchLoader`, `find`, `poll`, `fold`, and `reduce`"
  )
  func clause6_9_14() async throws {
    do {
      let flights = SingleFlight<Int, Int>()
      _ = flights.value(for: 1) { connected(1) }
      _ = find([connected(2)]) { _ in true }
      let isDone: @Sendable (Int) -> Bool = { _ in true }
      _ = poll(every: .zero, until: isDone) { connected(3) }
      _ = [1].fold(0) { _, _ in connected(4) }
      _ = reduce([connected(5)], 0, +)
      _ = [connected(6)].completions()
    }
    #expect(closed.entries == [])
  }

  @Test func `6.9.15 observe(owner:) passes the value on if its owner no longer exists`() {
    do {
      let promise = connecting()
      var owner: Owner? = Owner()
      if let owner { promise.observe(owner: owner) { _, _ in } }
      owner = nil
      promise.resolve(1)
      let received = connecting()
      let other = Owner()
      received.observe(owner: other) { _, _ in }
      received.resolve(2)
    }
    #expect(closed.entries == [1])
  }

  @Test func `6.9.16 using receives its resource, because it releases it in every case`() {
    let released = Log<Int>()
    do {
      let release: @Sendable (Int) -> Void = { released.add($0) }
      _ = using(connected(), release: release, { Promise(value: $0) })
      let pending = connecting()
      using(pending, release: release, { Promise(value: $0) }).discard()
      pending.resolve(2)
    }
    #expect(released.entries == [1, 2])
    #expect(closed.entries == [])
  }

  @Test
  func `6.9.17 A promise that is settled explicitly gives up a value that was passed on to it`() {
    let waits: [@Sendable (Promise<Int>) -> Promise<Int>] = [
      { $0.delay(by: .seconds(1), clock: ManualClock()) }, { $0.ensureThen { Promise<Void>() } },
    ]
    for wait in waits {
      let waiting = wait(connected())
      waiting.resolve(2)
      waiting.observe { _ in }
    }
    #expect(closed.entries == [1, 1])
  }
}

private final class Owner: Sendable {}
