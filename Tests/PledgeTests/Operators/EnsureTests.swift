import Pledge
import PledgeTestSupport
import Testing

struct EnsureTests {
  @Test func `runs the body for a value, and passes the value on`() {
    let calls = Log<Void>()
    let promise = Promise(value: 2).ensure { calls.add() }

    #expect(promise.got == 2)
    #expect(calls.count == 1)
  }

  @Test func `runs the body for an error, and passes the error on`() {
    let source = Promise<Int>()
    let calls = Log<Void>()
    let promise = source.ensure { calls.add() }

    source.reject(Broken())

    #expect(promise.broken == Broken())
    #expect(calls.count == 1)
  }

  @Test func `runs the body once when it is discarded`() {
    let source = Promise<Int>()
    let calls = Log<Void>()
    let promise = source.ensure { calls.add() }

    promise.discard()
    source.resolve(2)

    #expect(promise.isDiscarded)
    #expect(calls.count == 1)
  }

  @Test func `runs the body once when its source is discarded`() {
    let source = Promise<Int>()
    let calls = Log<Void>()
    let promise = source.ensure { calls.add() }

    source.discard()

    #expect(promise.isDiscarded)
    #expect(calls.count == 1)
  }

  @Test func `runs the body once when it is settled manually`() {
    let source = Promise<Int>()
    let calls = Log<Void>()
    let promise = source.ensure { calls.add() }

    promise.resolve(1)
    source.resolve(2)

    #expect(promise.got == 1)
    #expect(calls.count == 1)
  }

  @Test func `runs the body once when the promise is broken`() {
    let calls = Log<Void>()
    let promise = Promise<Int>.pending().promise.ensure { calls.add() }

    #expect(promise.failure is BrokenPromiseError)
    #expect(calls.count == 1)
  }

  @Test func `runs the body after the discard of its source`() {
    let events = Log<String>()
    let source = Promise<Int>(discard: { events.add("stop") })
    let promise = source.ensure { events.add("ensure") }
    promise.observe { _ in events.add("handler") }

    promise.discard()

    #expect(events.entries == ["stop", "ensure", "handler"])
  }

  @Test func `runs the bodies of a discarded chain from the top down`() {
    let events = Log<Int>()
    let source = Promise<Int>()
    let chain = source.ensure { events.add(1) }.ensure { events.add(2) }.ensure { events.add(3) }

    chain.discard()

    #expect(chain.isDiscarded)
    #expect(source.isPending)
    #expect(events.entries == [1, 2, 3])
  }
}

// MARK: - On a context

extension EnsureTests {
  @Test(arguments: [Result<Int, Broken>.success(2), .failure(Broken())])
  func `on a context, the body runs as a job`(outcome: Result<Int, Broken>) {
    let context = ManualContext()
    let calls = Log<Void>()
    let source = Promise<Int>(result: outcome.mapError { $0 })
    let promise = source.ensure(on: context) { calls.add() }
    #expect(promise.isPending)
    #expect(calls.count == 0)

    context.runAll()

    #expect(calls.count == 1)
    #expect(promise.got == source.got)
    #expect(promise.broken == source.broken)
  }

  @Test func `on a context, a discard is a job, too`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let source = Promise<Int>()
    let promise = source.ensure(on: context) { calls.add() }

    promise.discard()
    #expect(calls.count == 0)
    context.runAll()

    #expect(promise.isDiscarded)
    #expect(source.isPending)
    #expect(calls.count == 1)
  }

  @Test func `on a context, a discard while it is queued runs the body once`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let promise = Promise(value: 2).ensure(on: context) { calls.add() }

    promise.discard()
    context.runAll()

    #expect(promise.isDiscarded)
    #expect(calls.count == 1)
  }

  @Test func `a context that drops the work does not keep the body from running once`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let promise = Promise(value: 2).ensure(on: context) { calls.add() }

    context.dropAll()

    #expect(promise.failure is BrokenPromiseError)
    #expect(calls.count == 1)
  }

  @Test func `a context that drops all work does not keep the body from running once`() {
    let calls = Log<Void>()
    let promise = Promise(value: 2).ensure(on: DroppingContext()) { calls.add() }

    #expect(promise.failure is BrokenPromiseError)
    #expect(calls.count == 1)
  }
}

// MARK: - On the main actor

extension EnsureTests {
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
