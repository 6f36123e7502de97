import Pledge
import PledgeTestSupport
import Testing

struct TapTests {
  @Test func `runs the body before the promise that it returns is settled`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let states = Log<Bool?>()
    let promise = source.tap { _ in states.add(slot.value?.isPending) }
    slot.value = promise

    source.resolve(2)

    #expect(states.entries == [true])
    #expect(promise.got == 2)
    slot.value = nil
  }
}
