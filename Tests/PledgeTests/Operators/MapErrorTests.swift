import Pledge
import PledgeTestSupport
import Testing

struct MapErrorTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.mapError(on: MainActor.shared) { _ in
      screen.lines.append("error")
      return Broken(number: screen.lines.count)
    }

    source.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["error"])
    #expect(promise.broken == Broken(number: 1))
  }
}
