import Pledge
import PledgeTestSupport
import Testing

struct AllTests {
  @Test func `stops work from which another member is derived`() {
    let stops = Log<Int>()
    let work = Promise<Int>(discard: { stops.add(1) })

    all([work, work.map { $0 }]).discard()

    #expect(stops.count == 1)
  }

  @Test func `an existing rejection discards work that only the argument holds`() {
    let stopped = Log<Int>()
    let failing = Promise<Int>(error: Broken())

    all([failing, Promise(discard: { stopped.add(1) })]).ignoringErrors()
    all(failing, Promise<String>(discard: { stopped.add(2) })).ignoringErrors()

    #expect(stopped.entries == [1, 2])
  }

  @Test func `a promise that it waits for cannot wait for it`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<[Int]>?>(nil)
    let member = source.flatMap { value in
      try #require(slot.value).map { $0.count + value }
    }
    slot.value = all([Promise(value: 1), member])

    source.resolve(1)

    #expect(member.failure is CycleError)
    #expect(slot.value?.failure is CycleError)
    slot.value = nil
  }
}
