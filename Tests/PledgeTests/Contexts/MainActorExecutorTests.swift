import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
@MainActor
struct MainActorExecutorTests {
  private let screen = Screen()

  @Test func `handlers of another promise do not wait for it`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("waiting") }
    source.resolve(2)

    Promise(value: 3).observe(on: MainActor.shared) { [screen] _ in screen.lines.append("inline") }
    #expect(screen.lines == ["inline"])
    await mainQueueDrained()

    #expect(screen.lines == ["inline", "waiting"])
  }

  @Test func `a handler may register another one with its promise`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen, source] _ in
      screen.lines.append("1")
      source.observe(on: MainActor.shared) { _ in screen.lines.append("3") }
    }
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("2") }

    source.resolve(2)
    await mainQueueDrained()
    await mainQueueDrained()

    #expect(screen.lines == ["1", "2", "3"])
  }
}
