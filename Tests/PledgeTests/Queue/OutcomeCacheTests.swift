import PledgeTestSupport
import Testing

@testable import Pledge

struct OutcomeCacheTests {
  private let cage = Cage(weight: 1)

  private func filled(_ count: Int) -> OutcomeCache<Int, Canary> {
    var cache = OutcomeCache<Int, Canary>(expiry: .seconds(10), limit: count)
    for key in 0..<count { cache.keep(cage.canary(), for: key, at: .seconds(key)) }
    return cache
  }

  @Test func `removed values are released by the owner of the cache, not by the removal`() {
    var cache = filled(10)
    cache.remove(0)
    cache.expire(at: .seconds(11))
    cache.keep(cage.canary(), for: 2, at: .seconds(11))
    cache.removeAll()

    #expect(cache.count == 0)
    #expect(cage.living == 11)
    #expect(cache.takeTrash().count == 11)
    #expect(cage.living == 0)
    #expect(cache.takeTrash().isEmpty)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `elements that are added in any order of their times expire in the order of their times`(
    seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var cache = OutcomeCache<Int, Int>(expiry: .seconds(100), limit: nil)
    var creationTimes: [Int: Int] = [:]
    for _ in 0..<200 {
      let key = Int.random(in: 0..<50, using: &generator)
      let creationTime = Int.random(in: 0..<80, using: &generator)
      cache.keep(creationTime, for: key, at: .seconds(creationTime))
      creationTimes[key] = creationTime
    }

    for now in stride(from: 100, to: 180, by: 7) {
      cache.expire(at: .seconds(now))
      creationTimes = creationTimes.filter { now - $0.value < 100 }
      #expect(cache.count == creationTimes.count)
      #expect(creationTimes.allSatisfy { cache.outcome(for: $0.key) == $0.value })
    }
  }

  @Test func `the memory of a burst is released, and the orders of use and age remain`() {
    var cache = OutcomeCache<Int, Int>(expiry: .seconds(100_000), limit: nil)
    for key in 0..<10_000 { cache.keep(key, for: key, at: .seconds(key)) }
    // The last ones remain; they are used in the opposite order.
    for key in (9_990..<10_000).reversed() { _ = cache.outcome(for: key) }
    for key in 0..<9_990 { cache.remove(key) }

    #expect(cache.elements.capacity < 1_000)
    #expect(cache.slots.capacity < 1_000)
    #expect(cache.byUse.slots.compactMap { cache.elements[$0]?.key } == (9_990..<10_000).reversed())
    #expect(cache.byAge.slots.compactMap { cache.elements[$0]?.key } == Array(9_990..<10_000))
    cache.keep(10_000, for: 10_000, at: .seconds(10_000))
    cache.expire(at: .seconds(100_000 + 9_998))
    #expect(cache.count == 2)
  }
}
