import Pledge
import Testing

struct ImmediateContextTests {
  @Test func `runs work before it returns`() {
    let calls = Tally<Void>()

    ImmediateContext().run { calls.note() }

    #expect(calls.count == 1)
  }

  @Test func `a handler on it runs within the registration with a settled promise`() {
    #expect(Promise(value: 2).map(on: .immediate) { $0 + 1 }.got == 3)
  }

  @Test func `a handler on it runs on the thread that settles`() {
    let threads = Tally<ObjectIdentifier>()
    let source = Promise<Int>()
    source.observe(on: .immediate) { _ in threads.note(currentThread()) }

    onThread {
      threads.note(currentThread())
      source.resolve(2)
    }

    #expect(threads.count == 2)
    #expect(Set(threads.entries).count == 1)
  }

  @Test func `handlers on it keep their order among those without a context`() {
    let order = Tally<Int>()
    let source = Promise<Int>()
    source.observe { _ in order.note(0) }
    source.observe(on: .immediate) { _ in order.note(1) }
    source.observe { _ in order.note(2) }

    source.resolve(2)

    #expect(order.entries == [0, 1, 2])
  }
}
