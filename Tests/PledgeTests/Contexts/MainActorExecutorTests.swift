import Dispatch
import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
@MainActor
struct MainActorExecutorTests {
  private let screen = Screen()

  @Test func `a handler of a settled promise runs before the registration returns`() {
    let promise = Promise(value: 2).map(on: MainActor.shared) { [screen] value in
      screen.lines.append("\(value)")
    }

    #expect(screen.lines == ["2"])
    #expect(promise.isFulfilled)
  }

  @Test func `a handler of a rejected promise runs before the registration returns`() {
    Promise<Int>(error: Broken()).catch(on: MainActor.shared) { [screen] _ in
      screen.lines.append("error")
    }

    #expect(screen.lines == ["error"])
  }

  @Test func `a handler of a pending promise goes through the main queue`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("1") }

    source.resolve(2)
    #expect(screen.lines == [])
    await mainQueueDrained()

    #expect(screen.lines == ["1"])
  }

  @Test func `a handler that is registered elsewhere goes through the main queue`() async {
    let source = Promise(value: 2)

    onThread { [screen] in
      source.observe(on: MainActor.shared) { _ in screen.lines.append("1") }
    }
    #expect(screen.lines == [])
    await mainQueueDrained()

    #expect(screen.lines == ["1"])
  }

  @Test func `a handler does not overtake one that waits in the main queue`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("1") }
    source.resolve(2)

    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("2") }
    #expect(screen.lines == [])
    await mainQueueDrained()

    #expect(screen.lines == ["1", "2"])
  }

  @Test func `handlers of another promise do not wait for it`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("waiting") }
    source.resolve(2)

    Promise(value: 3).observe(on: MainActor.shared) { [screen] _ in screen.lines.append("inline") }
    #expect(screen.lines == ["inline"])
    await mainQueueDrained()

    #expect(screen.lines == ["inline", "waiting"])
  }

  @Test func `once the main queue has run, handlers run inline again`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("1") }
    source.resolve(2)
    await mainQueueDrained()

    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("2") }

    #expect(screen.lines == ["1", "2"])
  }

  @Test func `handlers keep their order among other work in the main queue`() async {
    let source = Promise<Int>()
    source.observe(on: MainActor.shared) { [screen] _ in screen.lines.append("2") }

    DispatchQueue.main.async { [screen] in screen.lines.append("1") }
    source.resolve(2)
    DispatchQueue.main.async { [screen] in screen.lines.append("3") }
    await mainQueueDrained()

    #expect(screen.lines == ["1", "2", "3"])
  }

  @Test func `after a discard no handler of that stage runs`() async {
    let source = Promise<Int>()
    let stage = source.map(on: MainActor.shared) { [screen] _ in screen.lines.append("1") }
    source.resolve(2)

    stage.discard()
    await mainQueueDrained()

    #expect(screen.lines == [])
    #expect(stage.isDiscarded)
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
