import Dispatch
import Pledge
import PledgeTestSupport
import Testing

/// Tests in which threads add, end, discard, pause, and resume operations concurrently.
@Suite(.serialized, .hangLimit)
struct QueueRaceTests {
  private let rounds = 200

  @Test(arguments: [1, 2, 3])
  func `every operation starts once, and no more run than the limit allows`(limit: Int)
    async throws
  {
    let queue = PromiseQueue(limit: limit)
    let other = DispatchQueue(label: "other", attributes: .concurrent)
    let gauge = Gauge()
    let ends = Log<Int>()
    let taps = Log<Promise<Int>>()
    concurrently(8) { adder in
      for step in 0..<rounds {
        let number = adder * rounds + step
        let tap = queue.add {
          gauge.enter(number)
          let (promise, resolver) = Promise<Int>.pending()
          let end: @Sendable () -> Void = {
            gauge.leave()
            resolver.resolve(number)
          }
          if step.isMultiple(of: 3) { end() } else { other.async(execute: end) }
          return promise
        }.tap { ends.add($0) }
        taps.add(tap)
      }
    }

    try await queue.drained().value
    // A handler that is registered while another thread runs handlers of the promise may run later.
    for tap in taps.entries { _ = try await tap.value }

    #expect(gauge.most <= limit)
    #expect(gauge.entries.sorted() == Array(0..<8 * rounds))
    #expect(ends.entries.sorted() == Array(0..<8 * rounds))
    if limit == 1 { #expect(gauge.entries.isInOrder(of: 8, rounds)) }
  }

  @Test(arguments: [1, 4])
  func `discards, pauses, and manual settlements lose no slot`(limit: Int) async throws {
    let queue = PromiseQueue(limit: limit)
    let other = DispatchQueue(label: "other", attributes: .concurrent)
    let inside = Gauge()
    let promises = Log<Promise<Int>>()
    concurrently(8) { adder in
      for step in 0..<rounds {
        let number = adder * rounds + step
        let promise = queue.add {
          // The closures of a queue never overlap, regardless of concurrent discards.
          inside.enter(number)
          defer { inside.leave() }
          let (promise, resolver) = Promise<Int>.pending()
          other.async { resolver.resolve(number) }
          return promise
        }
        promises.add(promise)
        switch (number * 7) % 11 {
        case 0: promise.discard()
        case 1: promise.resolve(-1)
        case 2: other.async { promise.discard() }
        case 3: promise.map { $0 }.discard()
        case 4: queue.pause()
        case 5: queue.resume()
        case 6 where step.isMultiple(of: 10): queue.discardAll()
        default: break
        }
        queue.resume()
      }
    }

    try await queue.drained().value

    #expect(promises.entries.allSatisfy { !$0.isPending })
    #expect((queue.running, queue.waiting) == (0, 0))
    #expect(inside.most <= limit)
    #expect(Set(inside.entries).count == inside.entries.count)
    // The thread that reported completion may still be starting operations.
    #expect(try await queue.add { Promise(value: 1) }.value == 1)
  }

  @Test func `a queue released during its operations loses none`() async throws {
    for _ in 0..<rounds {
      let gates = (0..<2).map { _ in Promise<Int>() }
      let held = Locked<PromiseQueue?>(PromiseQueue())
      let promises = gates.map { gate in held.value?.add { gate } }
      concurrently(3) { thread in
        if thread == 2 { held.value = nil } else { gates[thread].resolve(thread) }
      }
      #expect(promises.compactMap { $0?.got } == [0, 1])
    }
  }

  // MARK: - One load

  @Test func `a stage discarded while the value arrives is discarded or fulfilled`() {
    for round in 0..<rounds * 5 {
      let flights = SingleFlight<Int, Int>()
      let work = Promise<Int>(discard: {})
      let waiters = (0..<2).map { _ in flights.value(for: 1) { work } }
      concurrently(3) { thread in
        if thread == 2 { work.resolve(round) } else { waiters[thread].discard() }
      }

      #expect(waiters.allSatisfy { $0.isDiscarded || $0.got == round })
      if waiters.contains(where: { $0.got == round }) {
        #expect(flights.cachedValue(for: 1) == round)
      }
    }
  }

  @Test func `a small cache stays small and correct under contention`() {
    let flights = SingleFlight<Int, Int>(limit: 4)
    let counts = Log<Int>()
    let answers = Log<(key: Int, promise: Promise<Int>)>()
    concurrently(8) { thread in
      for step in 0..<rounds * 5 {
        let key = (step * 31 + thread * 17) % 13
        switch step % 17 {
        case 0: flights.remove(key)
        case 1: flights.insert(key, for: key)
        case 2: flights.removeAll()
        default:
          answers.add((key, flights.value(for: key) { Promise(value: key) }))
        }
        counts.add(flights.count)
      }
    }

    #expect(answers.entries.allSatisfy { $0.promise.got == $0.key })
    #expect(counts.entries.allSatisfy { $0 <= 4 })
  }
}

/// Counts the current entrants, and records their maximum and the numbers entered.
private final class Gauge: Sendable {
  private let stored = Locked<(now: Int, most: Int, entries: [Int])>((0, 0, []))

  var most: Int { stored.value.most }
  var entries: [Int] { stored.value.entries }

  func enter(_ number: Int) {
    stored.withLock { stored in
      stored.now += 1
      stored.most = max(stored.most, stored.now)
      stored.entries.append(number)
    }
  }

  func leave() {
    stored.withLock { $0.now -= 1 }
  }
}

extension [Int] {
  /// Whether the numbers of each adder are in the order in which it added them.
  fileprivate func isInOrder(of adders: Int, _ count: Int) -> Bool {
    (0..<adders).allSatisfy { adder in
      filter { $0 / count == adder } == Array(adder * count..<(adder + 1) * count)
    }
  }
}
