import Pledge
import PledgeTestSupport
import Testing

struct CatchTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.catch(on: MainActor.shared) { _ in screen.lines.append("error") }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken())
  }
}
