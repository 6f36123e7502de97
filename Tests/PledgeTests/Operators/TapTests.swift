import Pledge
import PledgeTestSupport
import Testing

struct TapTests {
  @Test func `calls the body with the value and passes it on`() {
    let values = Log<Int>()
    let promise = Promise(value: 2).tap { values.add($0) }

    #expect(promise.got == 2)
    #expect(values.entries == [2])
  }

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

  @Test func `passes on a rejection without calling the body`() {
    let values = Log<Int>()
    let promise = Promise<Int>(error: Broken()).tap { values.add($0) }

    #expect(promise.broken == Broken())
    #expect(values.count == 0)
  }

  @Test func `is rejected with the error that the body throws`() {
    let source = Promise<Int>()
    let promise = source.tap { throw Broken(number: $0) }

    source.resolve(2)

    #expect(promise.broken == Broken(number: 2))
    #expect(source.got == 2)
  }
}

// MARK: - On a context

extension TapTests {
  @Test func `on a context, the body runs as a job`() {
    let context = ManualContext()
    let values = Log<Int>()
    let promise = Promise(value: 2).tap(on: context) { values.add($0) }
    #expect(promise.isPending)

    context.runAll()

    #expect(values.entries == [2])
    #expect(promise.got == 2)
  }

  @Test func `on a context, a rejection needs no job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).tap(on: context) { _ in }

    #expect(promise.broken == Broken())
    #expect(context.count == 0)
  }

  @Test func `on a context, the body may throw`() {
    let context = ManualContext()
    let promise = Promise(value: 2).tap(on: context) { throw Broken(number: $0) }

    context.runAll()

    #expect(promise.broken == Broken(number: 2))
  }
}

// MARK: - On the main actor

extension TapTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.tap(on: MainActor.shared) { screen.lines.append("\($0)") }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["2"])
    #expect(promise.got == 2)
  }

  @Test @MainActor func `on the main actor, the body may throw`() async {
    let source = Promise<Int>()
    let promise = source.tap(on: MainActor.shared) { throw Broken(number: $0) }

    source.resolve(2)
    await mainQueueDrained()

    #expect(promise.broken == Broken(number: 2))
  }
}
