import Pledge
import PledgeTestSupport
import Testing

@Suite("11.8 `reduce`")
struct Reduce {
  @Test(
    "11.8.1 `reduce` is fulfilled with the values combined by the closure, in the given order",
    arguments: everyWay
  )
  func clause11_8_1(way: Way) {
    let last = Promise<Int>()
    let combined = way.resolve(1) { reduce([last, $0, Promise(value: 2)], "") { $0 + "\($1)" } }

    #expect(combined.isPending)
    last.resolve(0)

    #expect(combined.got == "012")
  }

  @Test func `11.8.2 reduce of no promises is fulfilled with its initial value`() {
    #expect(reduce([Promise<Int>](), 7, +).got == 7)
  }

  @Test(
    "11.8.3 `reduce` is rejected with the first rejection, and detaches from the other promises",
    arguments: everyWay
  )
  func clause11_8_3(way: Way) {
    let other = Promise<Int>(discard: {})
    let log = Log<Int>()

    let combined = way.reject(Int.self, with: Broken()) { rejected in
      reduce([Promise(value: 1), other, rejected], 0) { sum, value in
        log.add(value)
        return sum
      }
    }

    #expect(combined.failure is Broken)
    #expect(other.isDiscarded)
    #expect(log.entries == [])
  }

  @Test func `11.8.4 A reduce whose closure throws is rejected with the error`() {
    expectStage(of: 0, throws: Broken()) { reduce([$0], 0) { throw Broken(number: $0 + $1) } }
  }
}

@Suite("11.8 `fold`")
struct Fold {
  @Test func `11.8.5 fold is fulfilled with the value of its last step`() {
    expectStage(of: 0, gives: "123") { promise in
      (1...3).fold("") { text, number in promise.map { text + "\(number + $0)" } }
    }
    #expect([Int]().fold(7) { Promise(value: $0 + $1) }.got == 7)
  }

  @Test func `11.8.6 A step of fold starts when the previous step is fulfilled`() {
    let naturals = Naturals()
    let steps = (0..<3).map { _ in Promise<Int>() }
    let log = Log<Int>()
    let combined = naturals.fold(0) { value, number in
      log.add(value)
      return steps[number]
    }
    #expect(naturals.taken.entries == [0])

    steps[0].resolve(10)
    #expect(naturals.taken.entries == [0, 1])
    onThread { steps[1].resolve(11) }

    #expect(naturals.taken.entries == [0, 1, 2])
    #expect(log.entries == [0, 10, 11])
    combined.discard()
  }

  @Test(arguments: everyWay) func `11.8.7 A step that is rejected or throws ends fold`(way: Way) {
    let naturals = (Naturals(), Naturals())

    let rejected = way.reject(Int.self, with: Broken()) { promise in
      naturals.0.fold(0) { value, number in number == 1 ? promise : Promise(value: value) }
    }
    let thrown = way.resolve(1) { promise in
      naturals.1.fold(0) { _, number in
        if number == 1 { throw Broken() }
        return promise
      }
    }

    #expect(rejected.failure is Broken)
    #expect(thrown.failure is Broken)
    #expect(naturals.0.taken.entries == [0, 1])
    #expect(naturals.1.taken.entries == [0, 1])
  }

  @Test func `11.8.8 Discarding fold discards the running step, and no other step starts`() {
    let naturals = (Naturals(), Naturals())
    let working = Promise<Int>(discard: {})
    let combined = naturals.0.fold(0) { _, number in number == 0 ? Promise(value: 0) : working }
    let start = Promise<Int>()
    let own = Locked<Promise<Int>?>(nil)
    own.value = naturals.1.fold(0) { value, number in
      if number == 1 { own.value?.discard() }
      return number == 0 ? start : Promise(value: value)
    }

    combined.discard()
    start.resolve(0)

    #expect(combined.isDiscarded)
    #expect(working.isDiscarded)
    #expect(naturals.0.taken.entries == [0, 1])
    #expect(own.value?.isDiscarded == true)
    #expect(naturals.1.taken.entries == [0, 1])
    own.value = nil
  }
}

@Suite("11.8 `find`")
struct Find {
  @Test(
    "11.8.9 `find` is fulfilled with the first match in the given order, as soon as possible",
    arguments: everyWay
  )
  func clause11_8_9(way: Way) {
    let first = Promise<Int>()
    let found = way.resolve(2) {
      find([first, $0, Promise(value: 3), Promise(discard: {})]) { $0 > 1 }
    }

    #expect(found.isPending)
    first.resolve(1)

    #expect(found.got == 2)
  }

  @Test func `11.8.10 find without a match is rejected with NoSuchElementError`() {
    expectStage(of: 1, throws: NoSuchElementError()) { find([$0, Promise(value: 2)]) { $0 > 2 } }
    #expect(find([Promise<Int>]()) { _ in true }.failure is NoSuchElementError)
  }

  @Test func `11.8.11 A rejection before the match rejects find`() {
    let match = Promise(value: 2)

    expectStage(ofRejected: Broken(), throws: Broken()) { find([$0, match]) { $0 == 2 } }
    expectStage(ofRejected: Broken(), gives: 2) { find([match, $0]) { $0 == 2 } }
  }

  @Test func `11.8.12 A find whose closure throws is rejected with the error`() {
    expectStage(of: 1, throws: Broken(number: 1)) { find([$0]) { throw Broken(number: $0) } }
  }

  @Test(arguments: everyWay)
  func `11.8.13 A find that is decided or discarded detaches from the other promises`(way: Way) {
    let others = (0..<3).map { _ in Promise<Int>(discard: {}) }

    let found = way.resolve(1) { find([$0, others[0]]) { _ in true } }
    let rejected = way.reject(Int.self, with: Broken()) { find([$0, others[1]]) { _ in true } }
    find([Promise<Int>(), others[2]]) { _ in true }.discard()

    #expect(found.got == 1)
    #expect(rejected.failure is Broken)
    #expect(others.map { $0.isDiscarded } == [true, true, true])
  }
}

/// Tests of sequences whose work is already settled when it starts.
@Suite("11.7 Settled elements", .hangLimit)
struct SettledElements {
  @Test(arguments: [1, 7])
  func `11.7.14 Settled elements are processed before the call returns`(limit: Int) {
    let threads = Log<ObjectIdentifier>()
    let mapped = (0..<10_000).mapConcurrently(limit: limit) { number in
      threads.add(currentThread())
      return Promise(value: number)
    }
    #expect(mapped.got == Array(0..<10_000))
    #expect(threads.entries.allSatisfy { $0 == currentThread() })

    let promises = (0...9).map { _ in Promise<Int>() }
    let others = promises.indices.mapConcurrently(limit: limit + 1) { number in
      if number > 0 { onThread { promises[number - 1].resolve(number) } }
      return promises[number]
    }
    #expect(promises[8].isFulfilled && others.isPending)
  }

  @Test func `11.7.15 With an infinite sequence, the call returns when no slot is free`() {
    let asked = Locked(0)
    let context = ManualContext()
    let mapped = (0...).mapConcurrently(limit: 1) { number in
      asked.withLock { $0 += 1 }
      return work(number, on: context)
    }
    #expect(mapped.isPending)
    #expect(asked.value == 1_001)

    _ = context.runNext()
    #expect(asked.value == 2_001)
    mapped.discard()
    _ = context.runNext()

    #expect(asked.value == 2_001)
  }

  @Test func `11.8.14 Steps whose promises are settled are processed before the call returns`() {
    let threads = Log<ObjectIdentifier>()
    let folded = (0..<10_000).fold(0) { sum, _ in
      threads.add(currentThread())
      return Promise(value: sum + 1)
    }
    #expect(folded.got == 10_000)
    #expect(threads.entries.allSatisfy { $0 == currentThread() })
  }

  @Test
  func `11.8.15 With an infinite sequence, fold returns the promise when a step is pending`() {
    let context = ManualContext()
    let asked = Locked(0)
    let folded = (0...).fold(0) { sum, number in
      asked.withLock { $0 += 1 }
      return work(number, on: context).map { sum + $0 }
    }
    #expect(folded.isPending)
    #expect(asked.value == 1_001)

    _ = context.runNext()
    #expect(asked.value == 2_001)
    folded.discard()
    _ = context.runNext()

    #expect(asked.value == 2_001)
  }
}

/// Returns a settled promise, or a stage on `context` for every thousandth element.
@Sendable private func work(_ number: Int, on context: ManualContext) -> Promise<Int> {
  guard number > 0, number.isMultiple(of: 1_000) else { return Promise(value: number) }
  return Promise(value: number).map(on: context) { $0 }
}
