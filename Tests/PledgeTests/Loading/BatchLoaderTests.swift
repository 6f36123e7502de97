import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct BatchLoaderTests {
  private let clock = ManualClock()

  @Test func `a request that is not sent leaves nothing behind`() async {
    let captures = Cage()
    do {
      let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: clock) {
        [closure = captures.closure()] _ in
        closure()
        return Promise(value: [:])
      }
      let value = loader.value(for: 1)
      await clock.waitForSleepers(1)
      value.discard()
    }
    await clock.waitForSleepers(0)

    #expect(captures.living == 0)
  }

  @Test func `requests of many threads are all loaded, and in as few batches as possible`() {
    let batches = Log<Int>()
    let loader = BatchLoader<Int, Int>(window: .seconds(1), maxBatchSize: 10, clock: clock) {
      batches.add($0.count)
      return Promise(value: Dictionary(uniqueKeysWithValues: $0.map { ($0, $0) }))
    }
    let values = Log<Promise<Int>>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<250 { values.add(loader.value(for: 1_000 * thread + number)) }
    }

    #expect(batches.entries == Array(repeating: 10, count: 200))
    #expect(values.entries.allSatisfy { $0.isFulfilled })
  }

  @Test func `a batch that is loaded during another one is sent by itself`() {
    let slot = Locked<BatchLoader<Int, Int>?>(nil)
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: clock) { keys in
      guard keys == [1], let loader = slot.value else { return Promise(value: [2: 20]) }
      let other = loader.value(for: 2)
      loader.flush()
      return other.map { [1: $0 + 1] }
    }
    slot.value = loader
    let value = loader.value(for: 1)
    loader.flush()

    #expect(value.got == 21)
    slot.value = nil
  }

  @Test func `batches whose tasks await each other's requests are rejected`() async {
    let loaders = Locked<[BatchLoader<Int, Int>]>([])
    let caches = [SingleFlight<Int, Int>(), SingleFlight<Int, Int>()]
    @Sendable func value(from number: Int) -> Future<Int> {
      caches[number].value(for: 1) { loaders.value[number].value(for: 1) }
    }
    loaders.value = [0, 1].map { number in
      BatchLoader(window: .seconds(1), clock: clock) { _ in
        Promise { () async throws -> [Int: Int] in [1: try await value(from: 1 - number).value] }
      }
    }
    let values = [value(from: 0), value(from: 1)]
    for loader in loaders.value { loader.flush() }

    for value in values { await #expect(throws: CycleError.self) { try await value.value } }
    loaders.value = []
  }

  @Test func `a batch belongs to none of the loads that wait for it`() async throws {
    let cache = SingleFlight<Int, Int>()
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: clock) { keys in
      Promise {
        let other = try await cache.value(for: 9) { Promise(value: 90) }.value
        return Dictionary(uniqueKeysWithValues: keys.map { ($0, other) })
      }
    }
    let flushing = cache.value(for: 9) {
      _ = loader.value(for: 1)
      loader.flush()
      return after(.seconds(1), clock: clock).map { 99 }
    }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))

    #expect(try await flushing.value == 99)
  }

  @Test func `an extra key is found in linear time`() {
    let count = Log<Void>()
    let loader = BatchLoader<CountingKey, Int>(window: .seconds(1), clock: clock) { [count] keys in
      let all = keys + [CountingKey(number: -1, comparisons: count)]
      return Promise(value: Dictionary(uniqueKeysWithValues: all.map { ($0, $0.number) }))
    }
    let values = (0..<1_000).map { loader.value(for: CountingKey(number: $0, comparisons: count)) }
    loader.flush()

    #expect(values.allSatisfy { $0.failure is ArgumentError })
    #expect(count.entries.count < 20_000)
  }

  @Test func `optional values may be nil`() {
    let loader = BatchLoader<Int, Int?>(window: .zero) { _ in Promise(value: [1: Int?.none]) }

    #expect(loader.value(for: 1).got == .some(.none))
  }
}

/// A key that records its comparisons.
private struct CountingKey: Hashable, Sendable {
  let number: Int
  let comparisons: Log<Void>

  static func == (first: Self, second: Self) -> Bool {
    first.comparisons.add(())
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}
