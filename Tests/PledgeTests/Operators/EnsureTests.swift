import Pledge
import PledgeTestSupport
import Testing

struct EnsureTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.ensure(on: MainActor.shared) { screen.lines.append("end") }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
    #expect(promise.got == 2)
  }

  @Test @MainActor func `on the main actor, a discard elsewhere runs the body there`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.ensure(on: MainActor.shared) { screen.lines.append("end") }

    onThread { promise.discard() }
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
    #expect(promise.isDiscarded)
    #expect(source.isPending)
  }

  @Test @MainActor func `a promise broken elsewhere runs the body on the main actor`() async {
    let screen = Screen()
    let producer = Locked<Resolver<Int>?>(nil)
    let promise = Promise<Int> { producer.value = $0 }
    let stage = promise.ensure(on: MainActor.shared) { screen.lines.append("end") }

    onThread { producer.value = nil }
    await mainQueueDrained()

    #expect(screen.lines == ["end"])
    #expect(stage.failure is BrokenPromiseError)
  }
}
