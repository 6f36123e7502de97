import Pledge
import PledgeTestSupport
import Testing

struct EnsureThenTests {
  @Test func `passes the outcome on when the cleanup has ended`() {
    let cleanUps = (Promise<Void>(), Promise<Void>())
    let fulfilled = Promise(value: 2).ensureThen { cleanUps.0 }
    let rejected = Promise<Int>(error: Broken(number: 1)).ensureThen { cleanUps.1 }
    #expect(fulfilled.isPending)
    #expect(rejected.isPending)

    cleanUps.0.resolve()
    cleanUps.1.resolve()

    #expect(fulfilled.got == 2)
    #expect(rejected.broken == Broken(number: 1))
  }

  @Test func `drops the value of the cleanup`() {
    #expect(Promise(value: 2).ensureThen { Promise(value: "done") }.got == 2)
  }

  @Test func `is rejected with the error of the cleanup`() {
    let source = Promise<Int>()
    let rejected = source.ensureThen { Promise<Void>(error: Broken(number: 1)) }
    let thrown = source.ensureThen { () -> Future<Void> in throw Broken(number: 2) }
    let discarded = source.ensureThen {
      let cleanUp = Promise<Void>()
      cleanUp.discard()
      return cleanUp
    }
    let lost = source.ensureThen { Promise<Void>.pending().promise }

    source.resolve(2)

    #expect(rejected.broken == Broken(number: 1))
    #expect(thrown.broken == Broken(number: 2))
    #expect(discarded.isDiscarded)
    #expect(lost.failure is BrokenPromiseError)
  }

  @Test func `an error takes precedence over one of the cleanup`() {
    let cleanUp = Promise<Void>()
    let promise = Promise<Int>(error: Broken(number: 1)).ensureThen { cleanUp }

    cleanUp.reject(Broken(number: 2))

    #expect(promise.broken == Broken(number: 1))
    #expect(cleanUp.failure as? Broken == Broken(number: 2))
  }

  @Test func `runs the closure after the discard of its source, and does not wait`() {
    let events = Log<String>()
    let cleanUp = Promise<Void>()
    let source = Promise<Int>(discard: { events.add("stop") })
    let promise = source.ensureThen {
      events.add("clean up")
      return cleanUp.tap { events.add("clean") }
    }
    promise.observe { _ in events.add("handler") }

    promise.discard()
    cleanUp.resolve()

    #expect(events.entries == ["stop", "clean up", "handler", "clean"])
    #expect(promise.isDiscarded)
  }

  @Test func `starts the cleanups of a discarded chain from the top down`() {
    let events = Log<Int>()
    let start: @Sendable (Int) -> Future<Void> = { number in
      events.add(number)
      return Promise(value: ())
    }
    let source = Promise<Int>()
    let chain = source.ensureThen { start(1) }.ensureThen { start(2) }

    chain.discard()

    #expect(chain.isDiscarded)
    #expect(source.isPending)
    #expect(events.entries == [1, 2])
  }
}

// MARK: - Discarding during the cleanup

extension EnsureThenTests {
  @Test func `discarded while the cleanup runs, it does not affect the cleanup`() {
    let root = Promise<Int>(discard: {})
    let cleanUp = root.map { $0 }
    let promise = Promise(value: 2).ensureThen { cleanUp }
    let end = promise.map { $0 }

    end.discard()
    #expect(promise.isDiscarded)
    #expect(cleanUp.isPending)
    root.resolve(1)

    #expect(cleanUp.got == 1)
  }

  @Test func `discarded before, it starts a cleanup that other consumers cannot discard`() {
    let root = Promise<Int>(discard: {})
    let cleanUp = root.map { $0 }
    let other = cleanUp.map { $0 }

    let source = Promise<Int>()
    source.ensureThen { cleanUp }.discard()
    #expect(source.isPending)
    other.discard()
    root.resolve(1)

    #expect(cleanUp.got == 1)
  }

  @Test func `discarded by its own closure, it does not affect the cleanup`() {
    let slot = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>()
    let root = Promise<Void>(discard: {})
    let promise = source.ensureThen {
      slot.value?.discard()
      return root
    }
    slot.value = promise

    source.resolve(2)

    #expect(promise.isDiscarded)
    #expect(root.isPending)
    slot.value = nil
  }

  @Test func `nothing stays of a cleanup that ends after its stage`() {
    let cage = Cage()
    do {
      let cleanUp = Promise<Canary>()
      let source = Source()
      let promise = source.promise.ensureThen { [closure = cage.closure()] in
        closure()
        return cleanUp
      }
      source.end(.fulfilled, of: promise, with: cage)
      #expect(cage.living == 1)  // The value.

      promise.discard()
      cleanUp.resolve(cage.canary())
      #expect(cage.living == 2)
    }
    #expect(cage.living == 0)
  }
}

// MARK: - On a context and on the main actor

extension EnsureThenTests {
  @Test(arguments: Ending.allCases)
  func `on a context, the closure runs there once, whatever happens`(ending: Ending) {
    let context = ManualContext()
    let calls = Log<Void>()
    let source = Source()
    let promise = source.promise.ensureThen(on: context) {
      calls.add()
      return Promise(value: ())
    }

    source.end(ending, of: promise, with: Cage())
    #expect(calls.count == 0)
    context.runAll()

    #expect(calls.count == 1)
    #expect(!promise.isPending)
    source.handleErrors(of: promise)
  }

  @Test func `a context that drops the work does not keep the closure from running once`() {
    let context = ManualContext()
    let calls = Log<Void>()
    let cleanUp = Promise<Void>()
    let promise = Promise(value: 2).ensureThen(on: context) { () -> Future<Void> in
      calls.add()
      return cleanUp
    }

    context.dropAll()

    #expect(promise.failure is BrokenPromiseError)
    #expect(calls.count == 1)
  }

  @Test func `a cleanup that continues alone and is broken is not stopped`() {
    let stops = Log<Void>()
    let cleanUp = Locked<Promise<Int>?>(Promise(discard: { stops.add() }))
    let promise = Promise(value: 1).ensureThen { cleanUp.value ?? Promise(value: 0) }

    promise.resolve(2)
    _ = cleanUp.withLock { $0.take() }

    #expect(promise.got == 2)
    #expect(stops.count == 0)
  }

  @Test @MainActor func `on the main actor, the closure uses its state`() async {
    let screen = Screen()
    let cleanUp = Promise<Void>()
    let source = Promise<Int>()
    let start: @MainActor @Sendable (String) -> Future<Void> = { line in
      screen.lines.append(line)
      return cleanUp
    }
    let promise = source.ensureThen(on: MainActor.shared) { start("value") }
    let left = source.ensureThen(on: MainActor.shared) { start("left") }

    onThread { left.discard() }
    await mainQueueDrained()
    source.resolve(2)
    await mainQueueDrained()
    #expect(screen.lines == ["left", "value"])
    #expect(promise.isPending)
    cleanUp.resolve()

    #expect(promise.got == 2)
    #expect(left.isDiscarded)
  }
}
