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
