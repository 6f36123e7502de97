import Pledge
import PledgeTestSupport
import Testing

struct ReduceTests {
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

  @Test func `discarding it discards the work without other consumers`() {
    let sources = (0..<2).map { _ in Promise<Int>(discard: {}) }
    let promise = reduce(sources, 0, +)

    promise.discard()

    #expect(promise.isDiscarded)
    #expect(sources.map(\.isDiscarded) == [true, true])
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
