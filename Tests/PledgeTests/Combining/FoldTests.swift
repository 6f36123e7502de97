import Pledge
import PledgeTestSupport
import Testing

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

  @Test func `settling it manually does not affect the running step`() {
    let naturals = Naturals()
    let working = Promise<Int>(discard: {})
    let promise = naturals.fold(0) { _, _ in working }

    promise.resolve(7)

    #expect(promise.got == 7)
    #expect(working.isDiscarded)
    #expect(naturals.taken.entries == [0])
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
