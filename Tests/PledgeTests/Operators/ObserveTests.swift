import Pledge
import PledgeTestSupport
import Testing

struct ObserveTests {
  @Test func `calls the body with the value and passes it on`() throws {
    let outcomes = Log<Result<Int, any Error>>()
    let promise = Promise(value: 2).observe { outcomes.add($0) }

    #expect(promise.got == 2)
    let values = try outcomes.entries.map { try $0.get() }
    #expect(values == [2])
  }

  @Test func `calls the body with the error and passes it on`() {
    let source = Promise<Int>()
    let outcomes = Log<Result<Int, any Error>>()
    let promise = source.observe { outcomes.add($0) }

    source.reject(Broken(number: 1))

    #expect(promise.broken == Broken(number: 1))
    #expect(outcomes.count == 1)
    #expect(throws: Broken(number: 1)) { try outcomes.entries.first?.get() }
  }

  @Test func `receives the discard of its source`() {
    let source = Promise<Int>()
    let discards = Log<Bool>()
    source.observe { outcome in
      guard case .failure(let error) = outcome else { return }
      discards.add(error is DiscardedError)
    }

    source.discard()

    #expect(discards.entries == [true])
  }

  @Test func `discarding the returned promise drops the body`() {
    let source = Promise<Int>()
    let calls = Log<Void>()
    let promise = source.observe { _ in calls.add() }

    promise.discard()
    source.resolve(2)

    #expect(calls.count == 0)
  }

  @Test func `discarding the returned promise stops work that only the body references`() {
    let stops = Log<Void>()
    func observed() -> Promise<Int> {
      let work = Promise<Int>(discard: { stops.add() })
      return work.map { $0 }.tap { _ in }.observe { _ in withExtendedLifetime(work) {} }
    }

    observed().discard()

    #expect(stops.count == 1)
  }
}

// MARK: - On a context

extension ObserveTests {
  @Test(arguments: [Result<Int, Broken>.success(2), .failure(Broken())])
  func `on a context, either outcome is a job`(outcome: Result<Int, Broken>) {
    let context = ManualContext()
    let calls = Log<Void>()
    let source = Promise<Int>(result: outcome.mapError { $0 })
    let promise = source.observe(on: context) { _ in calls.add() }
    #expect(promise.isPending)
    #expect(calls.count == 0)

    context.runAll()

    #expect(calls.count == 1)
    #expect(promise.got == source.got)
    #expect(promise.broken == source.broken)
  }
}

// MARK: - On the main actor

extension ObserveTests {
  @Test @MainActor func `on the main actor, the body uses its state`() async {
    let screen = Screen()
    let sources = (Promise<Int>(), Promise<Int>())
    sources.0.observe(on: MainActor.shared) { _ in screen.lines.append("value") }
    sources.1.observe(on: MainActor.shared) { _ in screen.lines.append("error") }

    sources.0.resolve(2)
    sources.1.reject(Broken())
    await mainQueueDrained()

    #expect(screen.lines == ["value", "error"])
  }
}
