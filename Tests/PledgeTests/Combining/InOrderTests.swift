import Pledge
import PledgeTestSupport
import Testing

struct FindTests {
  @Test func `checks no value after the match, and none twice`() {
    let seen = Log<Int>()
    let source = Promise<Int>()
    let promise = find([source, Promise(value: 1), source, Promise(value: 3)]) { value in
      seen.add(value)
      return value == 1
    }

    source.resolve(0)

    #expect(promise.got == 1)
    #expect(seen.entries == [0, 1])
  }

  @Test func `discards work that only the argument holds if it settles immediately`() {
    let stopped = Log<Void>()

    let promise = find([Promise(value: 1), Promise(discard: { stopped.add() })]) { _ in true }

    #expect(promise.got == 1)
    #expect(stopped.count == 1)
  }

  @Test func `checks many settled values in constant stack`() {
    let sources = (0..<100_000).map { Promise(value: $0) }
    let last = Promise<Int>()
    let promise = find([last] + sources) { $0 == 99_999 }

    onThread { last.resolve(-1) }

    #expect(promise.got == 99_999)
  }

  @Test func `the closure may discard the result`() {
    let slot = Locked<Promise<Int>?>(nil)
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = find(sources) { _ in
      slot.value?.discard()
      return false
    }
    slot.value = promise

    sources[0].resolve(0)

    #expect(promise.isDiscarded)
    #expect(sources[1].isDiscarded)
    slot.value = nil
  }

  @Test func `the closure sees captured task-locals as they were at the call`() async {
    await #expect(processExitsWith: .success) {
      Locals.$kept.keepInHandlers()
      let source = Promise<Int>()
      let seen = Log<Int>()
      let promise = Locals.$kept.withValue(7) {
        find([Promise(value: 1), source]) { _ in
          seen.add(Locals.kept)
          return false
        }
      }

      source.resolve(2)

      #expect(promise.failure is NoSuchElementError)
      #expect(seen.entries == [7, 7])
    }
  }
}

private enum Locals {
  @TaskLocal static var kept = 0
}

struct FoldTests {
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
}

struct ReduceTests {
  @Test func `the closure may discard the result`() {
    let slot = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>()
    let promise = reduce([source], 0) { sum, value in
      slot.value?.discard()
      return sum + value
    }
    slot.value = promise

    source.resolve(1)

    #expect(promise.isDiscarded)
    slot.value = nil
  }
}
