import Pledge
import PledgeTestSupport
import Testing

struct MapTests {
  @Test func `transforms the value`() {
    let promise = Promise(value: 2).map { "\($0 + 1)" }

    #expect(promise.got == "3")
  }

  @Test func `transforms a value that arrives later`() {
    let source = Promise<Int>()
    let promise = source.map { $0 + 1 }
    #expect(promise.isPending)

    source.resolve(2)

    #expect(promise.got == 3)
  }

  @Test func `passes on a rejection without calling the transform`() {
    let calls = Log<Int>()
    let promise = Promise<Int>(error: Broken(number: 1)).map { calls.add($0) }

    #expect(promise.broken == Broken(number: 1))
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the transform throws`() {
    let promise = Promise(value: 2).map { throw Broken(number: $0) }

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `is rejected with the error that the transform throws later`() {
    let source = Promise<Int>()
    let promise = source.map { throw Broken(number: $0) }

    source.resolve(2)

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `has a promise that the transform returns as its value`() {
    let inner = Promise<Int>()
    let promise = Promise(value: 2).map { _ in inner }

    #expect(promise.got === inner)
  }
}

// MARK: - On a context

extension MapTests {
  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).map(on: context) { $0 + 1 }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 3)
  }

  @Test func `on a context, a rejection needs no job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).map(on: context) { $0 }

    #expect(promise.broken == Broken())
    #expect(context.count == 0)
  }

  @Test func `on a context, the transform may throw`() {
    let context = ManualContext()
    let promise = Promise(value: 2).map(on: context) { throw Broken(number: $0) }

    context.runAll()

    #expect(promise.broken == Broken(number: 2))
  }
}

// MARK: - On the main actor

extension MapTests {
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

  @Test @MainActor func `on the main actor, the transform may throw`() async {
    let source = Promise<Int>()
    let promise = source.map(on: MainActor.shared) { throw Broken(number: $0) }

    source.resolve(2)
    await mainQueueDrained()

    #expect(promise.broken == Broken(number: 2))
  }
}
