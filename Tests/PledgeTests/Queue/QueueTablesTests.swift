import PledgeSupport
import PledgeTestSupport
import Testing

@testable import Pledge

struct WaitingListTests {
  @Test func `an operation with a priority of its own is added without moving the others`() {
    var list = WaitingList<Int>()
    for number in 0..<300_000 { list.append(number, number: number, priority: -number) }

    // Shifting an array for each operation would take minutes.
    let isInOrder = (0..<300_000).allSatisfy { list.popFirst()?.number == $0 }
    #expect(isInOrder)
  }

  @Test func `the memory of a burst with many priorities is released`() {
    var list = WaitingList<Int>()
    for number in 0..<10_000 { list.append(number, number: number, priority: number / 2) }
    #expect(list.capacity >= 10_000)
    var order: [Int] = []
    while let (number, _) = list.popFirst() { order.append(number) }

    var expected: [Int] = []
    for pair in (0..<5_000).reversed() { expected += [2 * pair, 2 * pair + 1] }
    #expect(order == expected)
    #expect(list.capacity < 1_000)
  }
}

struct BatchTableTests {
  private final class Batch: Sendable {}

  @Test func `a timer is kept only while its batch collects requests`() {
    let timer = Promise<Void>()
    let (first, second) = (Batch(), Batch())
    var table = BatchTable<Int, Batch>(maxBatchSize: 10)
    _ = table.ask(for: 1, orStart: first)
    let isKept = table.keep(timer, of: first)
    #expect(isKept)
    #expect(table.send(second) == nil)
    #expect(table.send(first)?.timer === timer)
    let isKeptAfterwards = table.keep(timer, of: first)
    #expect(!isKeptAfterwards)
    #expect(table.send(first) == nil)

    _ = table.ask(for: 1, orStart: second)
    let isKeptAgain = table.keep(timer, of: second)
    #expect(isKeptAgain)
    #expect(table.detach(from: second, 1).timer === timer)
    #expect(table.send() == nil)
    #expect(table.counts == (0, 1))
  }

  @Test func `a batch that waits for itself is forgotten`() {
    let own = Locked<Promise<Int>?>(nil)
    let loader = BatchLoader<Int, Int>(window: .seconds(1), clock: ManualClock()) { _ in
      own.withLock { $0.take() }.map { $0.map { [1: $0] } } ?? Promise(value: [:])
    }
    let value = loader.value(for: 1)
    let consumer = value.map { $0 }
    own.withLock { $0 = value }

    loader.flush()

    #expect(consumer.failure is CycleError)
    #expect(loader.table.withLock(\.counts) == (0, 0))
  }
}

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

struct SlotOrderTests {
  @Test func `after the clock was set back, insertions pass the other slots once, not each time`() {
    var order = SlotOrder()
    var times: [Int] = []
    var comparisons = 0
    let readings = [Array(10_000..<20_000), Array(0..<15_000), Array(15_000..<30_000)].joined()
    for time in readings {
      times.append(time)
      order.insert(times.count - 1) { slot in
        comparisons += 1
        return times[slot] <= time
      }
    }

    #expect(comparisons < 5 * times.count)
    var sorted: [Int] = []
    while let slot = order.first {
      sorted.append(times[slot])
      order.remove(slot)
    }
    #expect(sorted == times.sorted())
  }
}

struct TokenBucketTests {
  private enum Action {
    case take
    case wait(Int)
  }

  @Test(arguments: [1, 2, 3, 5], 1...3)
  func `in every sequence of starts and pauses, it agrees with a bucket that counts`(
    count: Int,
    burst: Int
  ) {
    // Of 60 parts of a token, `count` arrive in a second.
    let rate = PromiseQueue.Rate(count, per: .seconds(60), burst: burst)

    let wrong = firstSequence(of: [Action.take, .wait(7), .wait(30)], length: 8) { actions in
      var bucket = TokenBucket(rate)
      var (now, parts) = (0, burst * 60)
      for action in actions {
        switch action {
        case .wait(let seconds):
          now += seconds
          parts = min(parts + seconds * count, burst * 60)
        case .take:
          let delay = bucket.take(at: .seconds(now))
          if parts >= 60 {
            guard delay == nil else { return false }
            parts -= 60
          } else {
            guard delay == .seconds(60 - parts) / count else { return false }
          }
        }
      }
      return true
    }

    #expect(wrong == nil)
  }

  @Test func `a token arrives no earlier than the rate permits, however the interval divides`() {
    var bucket = TokenBucket(.init(3, per: .seconds(1)))
    #expect(bucket.take(at: .zero) == nil)
    #expect(bucket.take(at: .zero).map { $0 * 3 >= .seconds(1) } == true)
  }

  @Test func `extreme rates are possible`() {
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let rates: [PromiseQueue.Rate] = [
      .init(1, per: .seconds(Int64.max), burst: .max),
      .init(.max, per: attosecond, burst: .max),
      .init(.max, per: .seconds(Int64.max), burst: 1),
      .init(3, per: attosecond, burst: 1),
    ]
    for rate in rates {
      var bucket = TokenBucket(rate)
      #expect(rate.argumentError == nil)
      #expect(bucket.take(at: .zero) == nil)
    }
  }

  @Test func `invalid arguments are named`() {
    let texts = [
      PromiseQueue.Rate(0, per: .seconds(1)),
      PromiseQueue.Rate(1, per: .zero),
      PromiseQueue.Rate(1, per: .seconds(1), burst: 0),
    ].map { $0.argumentError?.description }

    #expect(
      texts == [
        "PromiseQueue.Rate(0, per: 1.0 seconds, burst: 1): count must be at least 1",
        "PromiseQueue.Rate(1, per: 0.0 seconds, burst: 1): interval must be positive",
        "PromiseQueue.Rate(1, per: 1.0 seconds, burst: 0): burst must be at least 1",
      ]
    )
  }
}

struct QueueAlarmTests {
  @Test func `only the timer of the current alarm counts`() {
    let timers = (0..<2).map { _ in Promise<Void>() }
    var alarm = QueueAlarm()
    #expect([alarm.set(), alarm.set()] == [1, nil])
    #expect(alarm.stop() == nil)
    let keptTooLate = alarm.keep(timers[0], of: 1)
    #expect(alarm.set() == 2)
    let (keptOld, keptNew) = (alarm.keep(timers[0], of: 1), alarm.keep(timers[1], of: 2))
    #expect([keptTooLate, keptOld, keptNew] == [false, false, true])

    let old = alarm.ring(1)
    #expect(old.timer == nil && !old.wasSet && alarm.isSet)
    let new = alarm.ring(2)
    #expect(new.timer === timers[1] && new.wasSet && !alarm.isSet)
    #expect(alarm.ring(2).wasSet == false && alarm.stop() == nil)
  }
}

struct WaitGraphTests {
  private let loads = (0..<4).map { _ in Load() }

  @Test func `a wait counts as often as it was inserted, and leaves nothing behind`() {
    var graph = WaitGraph()
    var answers: [Bool] = []
    for _ in 0..<2 { answers.append(graph.insert(loads[0], awaiting: loads[1])) }

    for _ in 0..<2 {
      graph.remove(loads[0], awaiting: loads[1])
      answers.append(graph.insert(loads[1], awaiting: loads[0]))
    }
    graph.remove(loads[1], awaiting: loads[0])

    #expect(answers == [true, true, false, true])
    #expect(graph.waits.isEmpty)
    #expect(graph.waiters.isEmpty)
  }

  @Test(arguments: 0..<20)
  func `a search from both ends agrees with a search from one`(seed: UInt64) {
    var state = seed
    func draw(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let loads = (0..<12).map { _ in Load() }
    var graph = WaitGraph()
    var waits: [(Int, Int)] = []
    for _ in 0..<300 {
      let (waiter, awaited) = (draw(12), draw(12))
      if draw(3) == 0, !waits.isEmpty {
        let (waiter, awaited) = waits.remove(at: draw(waits.count))
        graph.remove(loads[waiter], awaiting: loads[awaited])
        continue
      }
      var reached: Set = [awaited]
      for _ in loads { reached.formUnion(waits.filter { reached.contains($0.0) }.map(\.1)) }
      let isNoted = graph.insert(loads[waiter], awaiting: loads[awaited])
      #expect(isNoted == !reached.contains(waiter))
      if isNoted { waits.append((waiter, awaited)) }
    }
  }

  @Test func `the memory of a burst is released`() {
    var graph = WaitGraph()
    let loads = (0..<5_000).map { _ in Load() }
    var inserted = 0
    for load in loads.dropFirst() where graph.insert(load, awaiting: loads[0]) { inserted += 1 }
    for load in loads.dropFirst(10) { graph.remove(load, awaiting: loads[0]) }

    #expect(inserted == 4_999)
    #expect(graph.waits.capacity < 1_000)
    #expect(graph.waiters[ObjectIdentifier(loads[0])].map { $0.capacity < 1_000 } == true)
  }
}
