import Pledge
import PledgeTestSupport
import Testing

struct MapTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.map(on: MainActor.shared) { value in
      screen.lines.append("\(value)")
      return screen.lines.count
    }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["2"])
    #expect(promise.got == 1)
  }
}
