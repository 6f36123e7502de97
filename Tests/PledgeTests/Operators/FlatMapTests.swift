import Pledge
import PledgeTestSupport
import Testing

struct FlatMapTests {
  @Test func `is fulfilled as the promise that the transform returns`() {
    let promise = Promise(value: 2).flatMap { Promise(value: $0 + 1) }

    #expect(promise.got == 3)
  }

  @Test func `waits for the promise that the transform returns`() {
    let inner = Promise<Int>()
    let promise = Promise(value: 2).flatMap { _ in inner }
    #expect(promise.isPending)

    inner.resolve(3)

    #expect(promise.got == 3)
  }

  @Test func `is rejected as the promise that the transform returns`() {
    let source = Promise<Int>()
    let promise = source.flatMap { Promise<Int>(error: Broken(number: $0)) }

    source.resolve(2)

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `differs from a rejected promise that the transform returns`() {
    let inner = Promise<Int>(error: Broken(number: 1))

    let promise = Promise(value: 2).flatMap { _ in inner }

    // Handling one rejection does not handle the other.
    #expect(promise !== inner)
    #expect(promise.broken == inner.broken)
  }

  @Test func `passes on a rejection without calling the transform`() {
    let calls = Log<Int>()
    let promise = Promise<Int>(error: Broken(number: 1)).flatMap { value in
      calls.add(value)
      return Promise(value: value)
    }

    #expect(promise.broken == Broken(number: 1))
    #expect(calls.count == 0)
  }

  @Test func `is rejected with the error that the transform throws`() {
    let source = Promise<Int>()
    let promise = source.flatMap { (value) throws -> Promise<Int> in
      throw Broken(number: value)
    }

    source.resolve(2)

    #expect(promise.broken == Broken(number: 2))
  }

  @Test func `accepts a future that is not a promise`() {
    let inner: Future<Int> = Promise(value: 3).shared()

    #expect(Promise(value: 2).flatMap { _ in inner }.got == 3)
  }
}

// MARK: - Linking

extension FlatMapTests {
  @Test func `discarding a stage does not affect the promise it waits for`() {
    let inner = Promise<Int>()
    let stages = (0..<3).map { _ in Promise(value: 0).flatMap { _ in inner } }

    stages[0].discard()
    #expect(inner.isPending)
    inner.resolve(3)

    #expect(stages[0].isDiscarded)
    #expect(stages[1].got == 3)
    #expect(stages[2].got == 3)
  }

  @Test func `settling a stage manually does not affect the promise it waits for`() {
    let inner = Promise<Int>()
    let stage = Promise(value: 0).flatMap { _ in inner }
    let other = Promise(value: 0).flatMap { _ in inner }

    stage.resolve(1)
    #expect(inner.isPending)
    inner.resolve(3)

    #expect(stage.got == 1)
    #expect(other.got == 3)
  }

  @Test func `discarding the only stage discards the derived promise that it waits for`() {
    let source = Promise<Int>()
    let inner = source.map { $0 }
    let stage = Promise(value: 0).flatMap { _ in inner }

    stage.discard()

    #expect(inner.isDiscarded)
    #expect(source.isPending)
  }
}

// MARK: - Cycles

extension FlatMapTests {
  @Test func `a stage whose transform returns that stage is rejected`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let stage = source.flatMap { _ in try #require(slot.value) }
    slot.value = stage

    source.resolve(1)

    #expect(stage.failure is CycleError)
    slot.value = nil
  }

  @Test func `a stage whose transform returns a promise that waits for it is rejected`() {
    let source = Promise<Int>()
    let slot = Locked<Promise<Int>?>(nil)
    let stage = source.flatMap { _ in try #require(slot.value) }
    let follower = stage.map { $0 }.tap { _ in }
    slot.value = follower

    source.resolve(1)

    #expect(stage.failure is CycleError)
    #expect(follower.failure is CycleError)
    slot.value = nil
  }

  @Test func `two stages whose transforms return each other are rejected`() {
    let sources = (Promise<Int>(), Promise<Int>())
    let slot = Locked<Promise<Int>?>(nil)
    let first = sources.0.flatMap { _ in try #require(slot.value) }
    let second = sources.1.flatMap { _ in first }
    slot.value = second

    sources.0.resolve(1)
    #expect(first.isPending)
    sources.1.resolve(1)

    #expect(first.failure is CycleError)
    #expect(second.failure is CycleError)
    slot.value = nil
  }

  @Test func `a stage on a context that returns itself is rejected`() {
    let context = ManualContext()
    let slot = Locked<Promise<Int>?>(nil)
    let stage = Promise(value: 1).flatMap(on: context) { _ in try #require(slot.value) }
    slot.value = stage

    context.runAll()

    #expect(stage.failure is CycleError)
    slot.value = nil
  }
}

// MARK: - On a context

extension FlatMapTests {
  @Test func `on a context, the transform runs as a job`() {
    let context = ManualContext()
    let promise = Promise(value: 2).flatMap(on: context) { Promise(value: $0 + 1) }
    #expect(promise.isPending)

    context.runAll()

    #expect(promise.got == 3)
  }

  @Test func `on a context, a rejection needs no job`() {
    let context = ManualContext()
    let promise = Promise<Int>(error: Broken()).flatMap(on: context) { Promise(value: $0) }

    #expect(promise.broken == Broken())
    #expect(context.count == 0)
  }

  @Test func `on a context, the outcome of the returned promise needs no job`() {
    let context = ManualContext()
    let inner = Promise<Int>()
    let promise = Promise(value: 2).flatMap(on: context) { _ in inner }
    context.runAll()

    inner.resolve(3)

    #expect(promise.got == 3)
    #expect(context.count == 0)
  }
}

// MARK: - On the main actor

extension FlatMapTests {
  @Test @MainActor func `on the main actor, the transform uses its state`() async {
    let screen = Screen()
    let source = Promise<Int>()
    let promise = source.flatMap(on: MainActor.shared) { value in
      screen.lines.append("\(value)")
      return Promise(value: screen.lines.count)
    }

    source.resolve(2)
    await mainQueueDrained()

    #expect(screen.lines == ["2"])
    #expect(promise.got == 1)
  }
}
