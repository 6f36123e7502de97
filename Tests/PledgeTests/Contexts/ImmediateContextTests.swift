import Pledge
import PledgeTestSupport
import Testing

struct ImmediateContextTests {
  @Test func `runs work before it returns`() {
    let calls = Log<Void>()

    ImmediateContext().run { calls.add() }

    #expect(calls.count == 1)
  }

  @Test func `a handler on it runs on the thread that settles`() {
    let threads = Log<ObjectIdentifier>()
    let source = Promise<Int>()
    source.observe(on: .immediate) { _ in threads.add(currentThread()) }

    onThread {
      threads.add(currentThread())
      source.resolve(2)
    }

    #expect(threads.count == 2)
    #expect(Set(threads.entries).count == 1)
  }

  @Test func `handlers on it keep their order among those without a context`() {
    let order = Log<Int>()
    let source = Promise<Int>()
    source.observe { _ in order.add(0) }
    source.observe(on: .immediate) { _ in order.add(1) }
    source.observe { _ in order.add(2) }

    source.resolve(2)

    #expect(order.entries == [0, 1, 2])
  }
}
