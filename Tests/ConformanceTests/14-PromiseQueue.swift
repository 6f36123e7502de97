import Pledge
import PledgeTestSupport
import Testing

@Suite("14.1 to 14.3 `PromiseQueue`: running, timeouts, pausing", .hangLimit)
struct QueueRunning {
  private let work = Work()
  private let queue = PromiseQueue()

  @Test func `14.1.1 Operations start in the order in which they were added`() {
    for number in 0..<4 { _ = queue.add { work.start(number) } }

    for number in 0..<4 { work[number].resolve(number) }

    #expect(work.started == [0, 1, 2, 3])
  }

  @Test(arguments: [1, 2, 3]) func `14.1.2 At most limit operations run at a time`(limit: Int) {
    let log = Log<Bool>()
    let queue = PromiseQueue(limit: limit)
    let promises = (0..<5).map { number in queue.add { work.start(number) } }
    _ = promises[0].tap { _ in log.add(work.started == Array(0..<limit)) }

    #expect(work.started == Array(0..<limit))
    for number in 0..<5 {
      #expect(queue.running == min(limit, 5 - number))
      work[number].resolve(number)
    }

    #expect(promises.compactMap(\.got) == [0, 1, 2, 3, 4])
    #expect(log.entries == [true])
  }

  @Test
  func `14.1.3 If a slot is free, an operation starts before the call that adds it returns`() {
    let queue = PromiseQueue(limit: 2)
    _ = work.add(0..<3, to: queue)

    #expect(work.started == [0, 1])
    #expect((queue.running, queue.waiting) == (2, 1))
    queue.discardAll()
  }

  @Test(
    "14.1.4 The promise of an operation settles with the outcome of the operation",
    arguments: everyWay
  )
  func clause14_1_4(way: Way) async throws {
    let fulfilled = way.resolve(1) { promise in queue.add { promise } }
    let rejected = way.reject(Int.self, with: Broken()) { promise in queue.add { promise } }
    let awaited = queue.add { 2 }
    let called = queue.addCallback { $0.resolve(3) }

    #expect(try await fulfilled.settled().get() == 1)
    await #expect(throws: Broken()) { try await rejected.settled().get() }
    #expect(try await awaited.settled().get() == 2)
    #expect(try await called.settled().get() == 3)
  }

  @Test func `14.1.5 An operation that throws is rejected`() {
    let promise = queue.add { () throws -> Future<Int> in throw Broken() }
    let callback = queue.addCallback { (_: Resolver<Int>) throws in throw Broken() }

    #expect(promise.failure is Broken)
    #expect(callback.failure is Broken)
    #expect(queue.running == 0)
  }

  @Test func `14.1.6 An operation whose producer is lost is broken`() {
    let resolver = Locked<Resolver<Int>?>(nil)
    let lost = queue.addCallback { resolver.value = $0 }
    let next = queue.add { Promise(value: 1) }

    resolver.value = nil

    #expect(lost.failure is BrokenPromiseError)
    #expect(next.got == 1)
  }

  @Test func `14.1.7 If an operation calls back twice, only the first call counts`() {
    let resolvers = Log<Resolver<Int>>()
    let promise = queue.addCallback { resolvers.add($0) }
    for number in 1...2 { _ = queue.add { work.start(number) } }

    #expect(resolvers.entries[0].resolve(7))
    #expect(!resolvers.entries[0].resolve(8))

    #expect(promise.got == 7)
    #expect(work.started == [1])
    queue.discardAll()
  }

  @Test func `14.1.8 Operations may be added from anywhere, including from an operation`() {
    let log = Log<Int>()
    let inner = Locked<Promise<Int>?>(nil)
    _ = queue.add {
      inner.value = queue.add { Promise(value: 2).tap { log.add($0) } }
      return Promise(value: 1).tap { log.add($0) }
    }
    onThread { _ = queue.add { Promise(value: 3).tap { log.add($0) } } }

    #expect(log.entries == [1, 2, 3])
    #expect(inner.value?.got == 2)
  }

  @Test(arguments: [0, -1])
  func `14.1.9 A limit below one rejects every operation with ArgumentError`(limit: Int) {
    let queue = PromiseQueue(limit: limit)

    #expect(queue.add { work.start(0) }.failure is ArgumentError)
    #expect(work.started == [])
    #expect(queue.drained().isFulfilled)
  }

  @Test func `14.1.10 A rejection is reported like any other`() async {
    await #expect(processExitsWith: .success) {
      let places = Log<String>()
      let queue = PromiseQueue()
      let unhandled = await reports { places.add(placeOfRejected(on: queue)) }
      let handled = await reports {
        queue.add { Promise<Int>(error: Broken()) }.catch { _ in }
        queue.pause()
        queue.add { Promise(value: 1) }.discard()
      }

      #expect(unhandled.map { $0.place } == places.entries)
      #expect(handled.isEmpty)
    }
  }

  @Test func `14.2.1 The timeout of an operation is measured from its start`() async {
    let clock = ManualClock()
    let queue = PromiseQueue(clock: clock)
    _ = queue.add { work.start(0) }
    let promise = queue.add(timeout: .seconds(5)) { work.start(1) }
    clock.advance(by: .seconds(10))
    #expect(promise.isPending)

    work[0].resolve(0)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    #expect(promise.isPending)
    clock.advance(by: .seconds(1))

    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await promise.settled().get() }
  }

  @Test("14.2.2 An operation that times out frees its slot, even if its work continues")
  func clause14_2_2() async throws {
    let clock = ManualClock()
    let queue = PromiseQueue(clock: clock)
    let stubborn = Promise<Int>()
    let first = queue.add(timeout: .seconds(5)) { stubborn }
    let second = queue.add { Promise(value: 2) }
    await clock.waitForSleepers(1)

    clock.advance(by: .seconds(5))

    #expect(try await second.settled().get() == 2)
    #expect(first.failure is TimeoutError)
    #expect(stubborn.isPending)
  }

  @Test func `14.3.1 A paused queue starts no operations, and running operations continue`() {
    let first = queue.add { work.start(0) }
    _ = queue.add { work.start(1) }

    queue.pause()
    work[0].resolve(0)

    #expect(queue.isPaused)
    #expect(first.got == 0)
    #expect(work.started == [0])
    queue.discardAll()
  }

  @Test func `14.3.2 A queue that is resumed starts waiting operations, in order`() {
    let queue = PromiseQueue(limit: 2)
    queue.pause()
    for number in 0..<3 { _ = queue.add { work.start(number) } }

    queue.resume()

    #expect(!queue.isPaused)
    #expect(work.started == [0, 1])
    queue.discardAll()
  }

  @Test
  func `14.3.3 If a queue is released while it is paused, its waiting operations are broken`() {
    var queue: PromiseQueue? = PromiseQueue()
    let promises = (0..<2).map { number in queue?.add { work.start(number) } }
    queue?.pause()

    queue = nil
    work[0].resolve(0)

    #expect(promises[0]?.got == 0)
    #expect(promises[1]?.failure is BrokenPromiseError)
    #expect(work.started == [0])
  }

  @Test func `14.3.4 Releasing a queue that is not paused does not affect its operations`() {
    var queue: PromiseQueue? = PromiseQueue()
    let promises = (0..<3).map { number in queue?.add { work.start(number) } }

    queue = nil
    for number in 0..<3 { work[number].resolve(number) }

    #expect(promises.compactMap { $0?.got } == [0, 1, 2])
  }
}

/// Adds an operation that is rejected, and returns its source location.
private func placeOfRejected(on queue: PromiseQueue) -> String {
  let error = Broken()
  return queue.add { Promise<Int>(error: error) }.isRejected ? "\(#fileID):\(#line)" : ""
}

@Suite("14.1 Operations that wait for each other")
struct QueueDeadlocks {
  @Test(arguments: [1, 2, 3])
  func `14.1.11 Operations that wait for slots that only they could free are rejected`(limit: Int) {
    let queue = PromiseQueue(limit: limit)
    let gates = (0..<limit).map { _ in Promise<Int>() }
    let stages = gates.enumerated().map { number, gate in
      queue.add(file: "A", line: UInt(number)) {
        gate.flatMap { value in queue.add(file: "B", line: 9) { Promise(value: value) } }
      }
    }

    for gate in gates.dropLast() { gate.resolve(1) }
    #expect(stages.allSatisfy { $0.isPending })
    gates[limit - 1].resolve(7)

    // The last operation closed the cycle; its slot lets the others continue.
    let error = stages[limit - 1].failure as? CycleError
    let locations = error?.locations.map(\.description) ?? []
    #expect(locations.contains("B:9"))
    #expect((0..<limit).allSatisfy { locations.contains("A:\($0)") })
    #expect(stages.dropLast().allSatisfy { $0.got == 1 })
  }

  @Test func `14.1.12 Operations that wait for slots that others will free are not affected`() {
    let queue = PromiseQueue(limit: 2)
    let other = Promise<Int>()
    let running = queue.add { other }
    let waiting = queue.add { queue.add { Promise(value: 2) } }

    #expect(waiting.isPending)
    other.resolve(1)

    #expect(running.got == 1)
    #expect(waiting.got == 2)

    let full = PromiseQueue()
    let hedged = full.add { hedge(after: .seconds(1)) { full.add { Promise(value: 1) } } }
    let drained = full.add { full.drained() }
    #expect(hedged.isPending)
    hedged.discard()
    #expect(drained.isPending)
    drained.discard()
  }

  @Test(
    "14.1.13 Tasks that seem to wait for slots that only they could free are reported after ten seconds"
  )
  func clause14_1_13() async throws {
    let patience = Patience()
    try await patience.control {
      let queue = PromiseQueue(limit: 1)
      let nested = Promise<Promise<Int>>()
      let line = #line + 2
      let outer = queue.add {
        let inner = queue.add { 1 }
        nested.resolve(inner)
        return try await inner.value
      }
      let inner = try await nested.value

      let lines = patience.end()
      #expect(lines.count == 1)
      #expect(lines.allSatisfy { $0.contains("14-PromiseQueue.swift:\(line): still waiting") })
      #expect(inner.isPending)
      #expect(patience.count == 0)
      // A consumer: the canceled task may detach first.
      let last = inner.map { $0 }
      outer.discard()
      let value = try await last.value
      #expect(value == 1)
    }
  }
}
