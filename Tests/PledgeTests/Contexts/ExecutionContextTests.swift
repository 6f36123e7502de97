import Pledge
import PledgeTestSupport
import Testing

struct ExecutionContextTests {
  private let calls = Log<Int>()

  @Test func `receives the handlers of a promise in the order of their registration`() {
    let context = ManualContext()
    let source = Promise<Int>()
    for index in 0..<3 { source.observe(on: context) { _ in calls.add(index) } }
    source.resolve(2)
    for index in 3..<6 { source.observe(on: context) { _ in calls.add(index) } }

    context.runAll()

    #expect(calls.entries == Array(0..<6))
  }

  @Test func `may run work immediately`() {
    struct Inline: ExecutionContext {
      func run(_ work: @escaping @Sendable () -> Void) { work() }
    }

    #expect(Promise(value: 2).map(on: Inline()) { $0 + 1 }.got == 3)
  }

  @Test func `may run work after the promise is released`() {
    let context = ManualContext()
    Promise(value: 2).observe(on: context) { _ in calls.add(1) }

    context.runAll()

    #expect(calls.count == 1)
  }

  @Test func `may run work on another thread`() {
    // The caller's thread stays alive, so no other thread can have its identity.
    let here = currentThread()
    let isHere = Promise(value: 2).map(on: ThreadContext()) { _ in currentThread() == here }

    #expect(isHere.got == false)
  }

  @Test func `that runs work twice runs a handler once`() {
    let promise = Promise(value: 2).map(on: TwiceContext()) { calls.add($0) }

    #expect(promise.isFulfilled)
    #expect(calls.count == 1)
  }

  @Test func `that runs work on many threads concurrently runs a handler once`() {
    for _ in 0..<200 {
      let promise = Promise(value: 2).map(on: CrowdContext()) { calls.add($0) }

      #expect(promise.isFulfilled)
    }

    #expect(calls.count == 200)
  }

  @Test func `that runs work again after the end does nothing`() throws {
    let context = ManualContext()
    let promise = Promise(value: 2).map(on: context) { calls.add($0) }
    let job = try #require(context.next())

    job()
    job()

    #expect(promise.isFulfilled)
    #expect(calls.count == 1)
  }

  @Test func `that keeps work after its end keeps no cleanup`() throws {
    let (context, ends) = (ManualContext(), Log<Int>())
    let stage = Promise(value: 2).ensure(on: context) { [life = Life { ends.add(1) }] in
      withExtendedLifetime(life) {}
    }
    stage.discard()
    let job = try #require(context.next())

    job()

    withExtendedLifetime(job) { #expect(ends.count == 1) }
  }
}

// MARK: - Dropped work

extension ExecutionContextTests {
  @Test func `that drops work immediately breaks the stage`() {
    let promise = Promise(value: 2).map(on: DroppingContext()) { calls.add($0) }

    #expect(promise.failure is BrokenPromiseError)
    #expect(calls.count == 0)
  }

  @Test func `that drops work later breaks the stage and its derived stages`() {
    let context = ManualContext()
    let stage = Promise(value: 2).map(on: context) { $0 }
    let derived = stage.map { $0 + 1 }.tap { _ in }
    #expect(derived.isPending)

    context.dropAll()

    #expect(stage.failure is BrokenPromiseError)
    #expect(derived.failure is BrokenPromiseError)
  }

  @Test func `that is released with its work breaks the stage`() {
    var context: ManualContext? = ManualContext()
    let stage = context.map { Promise(value: 2).map(on: $0) { $0 } }
    #expect(stage?.isPending == true)

    // The job keeps the stage, so the stage must not keep the context.
    context = nil

    #expect(stage?.failure is BrokenPromiseError)
  }

  @Test func `that drops detached work changes nothing`() {
    let context = ManualContext()
    let stages = (0..<2).map { _ in Promise(value: 2).map(on: context) { calls.add($0) } }

    stages[0].discard()
    stages[1].resolve()
    context.dropAll()

    #expect(stages[0].isDiscarded)
    #expect(stages[1].isFulfilled)
    #expect(calls.count == 0)
  }
}

// MARK: - Discarding queued work

extension ExecutionContextTests {
  @Test func `a discarded handler releases its captures immediately and does not run`() {
    let cage = Cage()
    let context = ManualContext()
    let stage = Promise(value: 2).map(on: context) { [closure = cage.closure()] _ in closure() }
    #expect(cage.living == 1)

    stage.discard()
    #expect(cage.living == 0)
    context.runAll()

    #expect(stage.isDiscarded)
  }

  @Test func `a handler whose stage is settled manually is released and does not run`() {
    let cage = Cage()
    let context = ManualContext()
    let stage = Promise(value: 2).map(on: context) { [closure = cage.closure()] value in
      closure()
      return value
    }

    stage.resolve(7)
    #expect(cage.living == 0)
    context.runAll()

    #expect(stage.got == 7)
  }

  @Test func `a stage whose last consumer detaches while it is queued is discarded`() {
    let context = ManualContext()
    let stage = Promise(value: 2).map(on: context) { calls.add($0) }
    let consumer = stage.observe { _ in }

    consumer.discard()
    context.runAll()

    #expect(stage.isDiscarded)
    #expect(calls.count == 0)
  }
}
