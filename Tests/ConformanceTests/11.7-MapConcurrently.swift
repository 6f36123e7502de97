import Pledge
import PledgeTestSupport
import Testing

@Suite("11.7 `mapConcurrently(limit:)`")
struct MapConcurrently {
  private let work = Work()

  @Test(
    "11.7.1 `mapConcurrently` is fulfilled with the results, in the order of the sequence",
    arguments: everyWay
  )
  func clause11_7_1(way: Way) {
    let outcome = way.resolve(0) { promise in
      (1...5).mapConcurrently(limit: 2) { number in promise.map { $0 + number * 10 } }
    }
    let backwards = Work()
    let reversed = (0..<3).mapConcurrently(limit: 3) { backwards.start($0) }
    for number in [2, 0, 1] { backwards.promises[number].resolve(number * 10) }

    #expect(outcome.got == [10, 20, 30, 40, 50])
    #expect(reversed.got == [0, 10, 20])
  }

  @Test func `11.7.2 At most limit transforms run at a time`() {
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }
    #expect(work.started == [0, 1])

    work.promises[1].resolve(1)
    #expect(work.started == [0, 1, 2])
    work.promises[2].resolve(2)
    #expect(work.started == [0, 1, 2, 3])
    work.promises[0].resolve(0)
    #expect(work.started == [0, 1, 2, 3, 4])
    work.promises[3].resolve(3)
    #expect(outcome.isPending)
    work.promises[4].resolve(4)

    #expect(outcome.got == [0, 1, 2, 3, 4])
  }

  @Test
  func `11.7.3 The first rejection rejects mapConcurrently and discards the running transforms`() {
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }
    let atOnce = Work()
    let rejectedAtOnce = (0..<5).mapConcurrently(limit: 2) { number in
      number == 0 ? Promise(error: Broken()) : atOnce.start(number)
    }

    work.promises[1].reject(Broken())

    #expect(outcome.failure is Broken)
    #expect(work.promises[0].isDiscarded)
    #expect(work.started == [0, 1])
    #expect(rejectedAtOnce.failure is Broken)
    #expect(atOnce.promises.allSatisfy { $0.isDiscarded })
  }

  @Test func `11.7.4 A transform that throws rejects mapConcurrently`() {
    let outcome = (0..<5).mapConcurrently(limit: 2) { number in
      if number == 2 { throw Broken() }
      return work.start(number)
    }
    let atOnce = Work()
    let rejectedAtOnce = (0..<5).mapConcurrently(limit: 2) { number in
      if number == 1 { throw Broken() }
      return atOnce.start(number)
    }

    work.promises[0].resolve(0)

    #expect(outcome.failure is Broken)
    #expect(work.promises[1].isDiscarded)
    #expect(work.started == [0, 1])
    #expect(rejectedAtOnce.failure is Broken)
    #expect(atOnce.promises.map(\.isDiscarded) == [true])
  }

  @Test func `11.7.5 With an empty sequence, mapConcurrently is fulfilled immediately`() {
    #expect([Int]().mapConcurrently(limit: 2) { work.start($0) }.got == [])
    #expect(work.started == [])
  }

  @Test func `11.7.6 Discarding mapConcurrently discards the running transforms`() {
    let outcome = (0..<5).mapConcurrently(limit: 2) { work.start($0) }

    outcome.discard()

    #expect(outcome.isDiscarded)
    #expect(work.promises.allSatisfy { $0.isDiscarded })
    #expect(work.started == [0, 1])
  }

  @Test(arguments: [0, -1])
  func `11.7.7 A limit below one is rejected with ArgumentError`(limit: Int) {
    let outcome = (0..<5).mapConcurrently(limit: limit) { work.start($0) }

    #expect(outcome.failure is ArgumentError)
    #expect(work.started == [])
  }

  @Test func `11.7.8 The next element is taken from the sequence when a slot is free`() {
    let (naturals, endless) = (Naturals(), Naturals())
    let outcome = naturals.mapConcurrently(limit: 2) { work.start($0) }
    #expect(naturals.taken.entries == [0, 1])

    work.promises[1].resolve(1)
    #expect(naturals.taken.entries == [0, 1, 2])
    outcome.discard()
    let rejected = endless.mapConcurrently(limit: .max) { number in
      number == 100 ? Promise(error: Broken()) : Promise(value: number)
    }
    let copied = Log<Int>()
    (0..<3).lazy.map { copied.add($0) }.mapConcurrently(limit: 2) { Promise<Void>() }.discard()

    #expect(naturals.taken.entries == [0, 1, 2])
    #expect(rejected.failure is Broken)
    #expect(endless.taken.entries == Array(0...100))
    #expect(copied.entries == [0, 1, 2])
  }

  @Test
  func `11.7.9 The iterator and the transform are called one at a time, in order`() async throws {
    let entered = Locked(0)
    let naturals = Naturals { number in
      entered.withLock { $0 += 1 }
      for _ in 0..<100 { _ = entered.value }
    }
    let overlaps = Locked(0)
    let outcome = naturals.mapConcurrently(limit: 8) { number in
      entered.withLock { $0 -= 1 }
      if entered.value != 0 { overlaps.withLock { $0 += 1 } }
      _ = work.start(number)
      return Promise(on: .global()) {
        if number == 500 { throw Broken() }
        return number
      }
    }

    await #expect(throws: Broken.self) { try await outcome.value }
    #expect(overlaps.value == 0)
    // Read once: another thread may still start an operation.
    let started = work.started
    #expect(started == Array(0..<started.count))
  }
}

@Suite("11.7 `mapConcurrently(limit:)` over an asynchronous sequence", .hangLimit)
struct MapConcurrentlyAsync {
  @Test(
    "11.7.10 Over an asynchronous sequence, it is also fulfilled with the results in order",
    arguments: everyWay
  )
  func clause11_7_10(way: Way) async throws {
    let outcome = way.resolve(0) { promise in
      Feed(upTo: 5).mapConcurrently(limit: 2) { number in promise.map { $0 + number * 10 } }
    }

    #expect(try await outcome.value == [0, 10, 20, 30, 40])
    #expect(try await Feed<Int>([]).mapConcurrently(limit: 1) { Promise(value: $0) }.value == [])
    #expect(
      Feed(upTo: 1).mapConcurrently(limit: 0) { Promise(value: $0) }.failure is ArgumentError
    )
  }

  @Test("11.7.11 The next element of an asynchronous sequence is requested when a slot is free")
  func clause11_7_11() async throws {
    let work = (0..<3).map { _ in Promise<Int>() }
    let feed = Feed(upTo: 3)
    let outcome = feed.mapConcurrently(limit: 2) { work[$0] }

    try await feed.asked[1].value
    await othersGoOn()
    #expect(feed.asked[2].isPending)
    work[1].resolve(1)
    try await feed.asked[2].value
    for promise in work { promise.resolve(0) }

    #expect(try await outcome.value == [0, 1, 0])
  }

  @Test func `11.7.12 An error of an asynchronous sequence rejects mapConcurrently`() async throws {
    let work = Promise<Int>(discard: {})
    let feed = Feed([Promise(value: 0), Promise(error: Broken())])
    let outcome = feed.mapConcurrently(limit: 2) { _ in work }

    await #expect(throws: Broken.self) { try await outcome.value }
    #expect(work.isDiscarded)
  }

  @Test(
    "11.7.13 When `mapConcurrently` ends, it cancels its iteration over an asynchronous sequence"
  )
  func clause11_7_13() async throws {
    let ends: [@Sendable (Promise<[Int]>, Promise<Int>) -> Void] = [
      { outcome, _ in outcome.discard() },
      { outcome, _ in outcome.resolve([]) },
      { _, running in running.reject(Broken()) },
    ]
    for end in ends {
      let running = (Promise<Int>(discard: {}), Promise<Int>(discard: {}))
      let isLeft = Promise<Void>()
      let awaited = Promise<Int>(discard: { isLeft.resolve() })
      let feed = Feed([Promise(value: 0), Promise(value: 1), awaited])
      let outcome = feed.mapConcurrently(limit: 3) { $0 == 0 ? running.0 : running.1 }
      outcome.ignoringErrors()
      try await feed.asked[2].value

      end(outcome, running.1)

      #expect(!outcome.isPending)
      #expect(running.0.isDiscarded)
      #expect(!running.1.isPending)
      // The task of the iteration awaits `awaited`; canceling it ends that wait.
      try await isLeft.value
    }
  }
}

extension MapConcurrently {
  @Test(arguments: [1, 2])
  func `11.7.16 A mapConcurrently that waits for itself is rejected with CycleError`(limit: Int) {
    let gates = [Promise<Int>(), Promise<Int>()]
    let own = Locked<Promise<[Int]>?>(nil)
    let other = Promise<Int>(discard: {})
    let all = [0, 1, 2].mapConcurrently(limit: limit, file: "A", line: 1) { number in
      switch number {
      case 0: gates[0]
      case 1 where limit > 1: other
      default: own.value?.map { $0[0] } ?? Promise(value: 0)
      }
    }
    own.value = all

    gates[0].resolve(0)

    let error = all.failure as? CycleError
    #expect(error?.locations.map(\.description) == ["A:1"])
    #expect(other.isDiscarded == (limit > 1))
    own.value = nil
  }
}
