import Pledge
import PledgeTestSupport
import Testing

struct ReduceTests {
  @Test func `combines the values in the order given`() {
    let sources = (0..<3).map { _ in Promise<Int>() }
    let promise = reduce(sources, "") { $0 + "\($1)" }

    for index in [2, 0, 1] {
      #expect(promise.isPending)
      sources[index].resolve(index)
    }

    #expect(promise.got == "012")
  }

  @Test func `takes an operator`() {
    #expect(reduce([Promise(value: 1), Promise(value: 2)], 10, +).got == 13)
  }

  @Test func `is fulfilled with the initial value for empty input`() {
    let combined = Log<Int>()
    let promise = reduce([Future<Int>](), 7) { _, value in
      combined.add(value)
      return value
    }

    #expect(promise.got == 7)
    #expect(combined.count == 0)
  }

  @Test func `accepts the same promise twice`() {
    let source = Promise<Int>()
    let promise = reduce([source, source], 1, +)

    source.resolve(2)

    #expect(promise.got == 5)
  }

  @Test func `is rejected with the error that the closure throws, and stops there`() {
    let combined = Log<Int>()
    let promise = reduce((0..<3).map { Promise(value: $0) }, 0) { sum, value in
      combined.add(value)
      if value == 1 { throw Broken(number: value) }
      return sum
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(combined.entries == [0, 1])
  }

  @Test func `is rejected with the first rejection, combines nothing, and detaches`() {
    let combined = Log<Int>()
    let failing = Promise<Int>()
    let working = Promise<Int>(discard: {})
    let promise = reduce([Promise(value: 0), working, failing], 0) { sum, value in
      combined.add(value)
      return sum
    }

    failing.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(working.isDiscarded)
    #expect(combined.count == 0)
  }

  @Test func `is rejected for a promise that was discarded already`() {
    let discarded = Promise<Int>()
    discarded.discard()

    #expect(reduce([Promise(value: 1), discarded], 0, +).isDiscarded)
  }

  @Test func `discarding it discards the work without other consumers`() {
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = reduce(sources, 0, +)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true])
  }

  @Test func `settling it manually does not affect the promises`() {
    let source = Promise<Int>(discard: {})
    let promise = reduce([source], 0, +)

    promise.resolve(7)

    #expect(promise.got == 7)
    #expect(source.isDiscarded)
  }

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
