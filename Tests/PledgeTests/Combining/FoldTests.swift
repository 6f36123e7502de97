import Pledge
import PledgeTestSupport
import Testing

struct FoldTests {
  @Test func `passes each step the value of the previous one`() {
    let promise = (1...3).fold("") { text, number in Promise(value: text + "\(number)") }

    #expect(promise.got == "123")
  }

  @Test func `takes an element and starts its step when the previous step is fulfilled`() {
    let naturals = Naturals()
    let steps = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let promise = naturals.fold(0) { _, number in steps[number] }
    #expect(naturals.taken.entries == [0])

    steps[1].resolve(10)
    #expect(naturals.taken.entries == [0])
    steps[0].resolve(0)

    #expect(naturals.taken.entries == [0, 1, 2])
    promise.discard()
  }

  @Test func `is fulfilled with the initial value for empty input`() {
    let steps = Log<Int>()
    let promise = [Int]().fold(7) { value, element in
      steps.add(element)
      return Promise(value: value)
    }

    #expect(promise.got == 7)
    #expect(steps.count == 0)
  }

  @Test func `copies a sequence that cannot be sent`() {
    let taken = Log<Int>()
    let source = Promise<Int>()
    let numbers = (1...4).lazy.map { number in
      taken.add(number)
      return number
    }

    let promise = numbers.fold(0) { sum, number in source.map { sum + $0 * number } }
    #expect(taken.entries == [1, 2, 3, 4])
    source.resolve(10)

    #expect(promise.got == 100)
  }

  @Test func `accepts the same promise for every step`() {
    let source = Promise<Int>()
    let promise = (0..<3).fold(0) { sum, _ in source.map { sum + $0 } }

    source.resolve(2)

    #expect(promise.got == 6)
  }

  @Test func `many settled steps take constant stack`() {
    let promise = (0..<100_000).fold(0) { sum, _ in Promise(value: sum + 1) }

    #expect(promise.got == 100_000)
  }
}

// MARK: - Completion

extension FoldTests {
  @Test func `a rejected step ends it`() {
    let naturals = Naturals()
    let first = Promise<Int>()
    let promise = naturals.fold(0) { _, _ in first }

    first.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(naturals.taken.entries == [0])
  }

  @Test(arguments: [0, 1])
  func `a step that throws ends it`(thrower: Int) {
    let naturals = Naturals()
    let promise = naturals.fold(0) { value, number in
      if number == thrower { throw Broken(number: number) }
      return Promise(value: value)
    }

    #expect(promise.broken == Broken(number: thrower))
    #expect(naturals.taken.entries == Array(0...thrower))
  }

  @Test func `a step that was discarded already ends it`() {
    let naturals = Naturals()
    let promise = naturals.fold(0) { _, _ in
      let discarded = Promise<Int>()
      discarded.discard()
      return discarded
    }

    #expect(promise.isDiscarded)
    #expect(naturals.taken.entries == [0])
  }

  @Test(arguments: [0, 1, 100])
  func `discarding it discards the running step, and starts no other`(settled: Int) {
    let naturals = Naturals()
    let working = Promise<Int>(discard: {})
    let promise = naturals.fold(0) { value, number in
      number < settled ? Promise(value: value) : working
    }
    #expect(promise.isPending)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(working.isDiscarded)
    #expect(naturals.taken.count == settled + 1)
  }

  @Test func `settling it manually does not affect the running step`() {
    let naturals = Naturals()
    let working = Promise<Int>(discard: {})
    let promise = naturals.fold(0) { _, _ in working }

    promise.resolve(7)

    #expect(promise.got == 7)
    #expect(working.isDiscarded)
    #expect(naturals.taken.entries == [0])
  }

  @Test func `a step may discard the result`() {
    let slot = Locked<Promise<Int>?>(nil)
    let naturals = Naturals()
    let first = Promise<Int>()
    let promise = naturals.fold(0) { value, number in
      if number == 0 { return first }
      slot.value?.discard()
      return Promise(value: value)
    }
    slot.value = promise

    first.resolve(0)

    #expect(promise.isDiscarded)
    #expect(naturals.taken.entries == [0, 1])
    slot.value = nil
  }

  @Test func `an iterator may discard the result`() {
    let slot = Locked<Promise<Int>?>(nil)
    let naturals = Naturals { if $0 == 1 { slot.value?.discard() } }
    let started = Log<Int>()
    let first = Promise<Int>()
    let promise = naturals.fold(0) { _, number in
      started.add(number)
      return first
    }
    slot.value = promise

    first.resolve(0)

    #expect(promise.isDiscarded)
    #expect(naturals.taken.entries == [0, 1])
    #expect(started.entries == [0])
    slot.value = nil
  }

  @Test func `keeps the order, whichever threads settle the steps`() async throws {
    let started = Log<Int>()
    let promise = (0..<1_000).fold(0) { sum, number in
      started.add(number)
      return Promise(on: .global()) { sum + 1 }
    }

    #expect(try await promise.value == 1_000)
    #expect(started.entries == Array(0..<1_000))
  }
}
