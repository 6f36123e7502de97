import Pledge
import PledgeTestSupport
import Testing

@Suite("6.4 While the stage's own handler runs")
struct WhileRunning {
  @Test(
    "6.4.1 A stage that is discarded while its handler runs is rejected when the handler returns"
  )
  func clause6_4_1() {
    let running = RunningStage { $0 + 1 }
    running.stage.catch { running.log.add("\($0 is DiscardedError)") }

    running.stage.discard()

    #expect(running.stage.isPending)
    #expect(running.log.entries == [])
    running.end()
    #expect(running.stage.isDiscarded)
    #expect(running.log.entries == ["true"])
    let inHandler = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>()
    let stage = source.map { value in
      inHandler.value?.discard()
      return value
    }
    inHandler.value = stage
    source.resolve(1)
    #expect(stage.isDiscarded)
    inHandler.value = nil
  }

  @Test
  func `6.4.2 Resolving or rejecting a stage explicitly while its handler runs has no effect`() {
    let fulfilled = RunningStage { $0 + 1 }
    let rejected = RunningStage { _ in throw Broken(number: 1) }

    for running in [fulfilled, rejected] {
      running.stage.resolve(99)
      running.stage.reject(Broken(number: 99))
      #expect(running.stage.isPending)
      running.end()
    }

    #expect(fulfilled.stage.got == 1)
    #expect(rejected.stage.broken == Broken(number: 1))
  }

  @Test(
    "6.4.3 A stage whose last consumer detaches during its handler is rejected when that returns"
  )
  func clause6_4_3() {
    let running = RunningStage { $0 + 1 }
    let consumer = running.stage.map { $0 }

    consumer.discard()

    #expect(consumer.isDiscarded)
    #expect(running.stage.isPending)
    running.end()
    #expect(running.stage.isDiscarded)
  }

  @Test("6.4.4 A stage that is discarded while its handler runs detaches from the returned promise")
  func clause6_4_4() {
    let log = Log<String>()
    let gate = Gate()
    let source = Promise<Int>()
    let stage = source.flatMap { _ in
      gate.pass()
      return Promise<Int>(discard: { log.add("stop") })
    }
    let settler = Spawned { source.resolve(0) }
    gate.waitForArrival()

    stage.discard()
    gate.open()
    settler.join()

    #expect(stage.isDiscarded)
    #expect(log.entries == ["stop"])
  }
}

@Suite("6.5 While the handler waits on a context")
struct WhileQueued {
  @Test(
    "6.5.1 A stage that is discarded while its handler is queued releases it immediately",
    arguments: everyWay
  )
  func clause6_5_1(way: Way) {
    let queued = QueuedStage(settled: way)

    queued.stage.discard()

    #expect(queued.stage.isDiscarded)
    #expect(queued.cage.living == 0)
    queued.context.runAll()
    #expect(queued.log.entries == [])
    #expect(queued.stage.isDiscarded)
  }

  @Test(
    "6.5.2 A stage that is settled explicitly while its handler is queued releases it immediately",
    arguments: everyWay
  )
  func clause6_5_2(way: Way) {
    let queued = QueuedStage(settled: way)

    queued.stage.resolve(99)

    #expect(queued.stage.got == 99)
    #expect(queued.cage.living == 0)
    queued.context.runAll()
    #expect(queued.log.entries == [])
    #expect(queued.stage.got == 99)
  }

  @Test
  @MainActor
  func `6.5.3 After discard() on the main actor, no main-actor handler of the stage runs`() async {
    let log = Log<String>()
    let cage = Cage(weight: 0)
    let promise = Promise<Int>()
    let life = cage.canary()
    let stages = [
      promise.map(on: MainActor.shared) { [life] value in
        withExtendedLifetime(life) { log.add("map") }
        return value
      },
      promise.observe(on: MainActor.shared) { _ in log.add("observe") },
      promise.tap(on: MainActor.shared) { _ in log.add("tap") },
    ]
    onThread { promise.resolve(1) }

    for stage in stages { stage.discard() }
    await mainQueueDrained()

    #expect(log.entries == [])
    #expect(stages.allSatisfy { $0.isDiscarded })
  }

  @Test(
    "6.5.4 A job that runs while its stage is being discarded performs the cleanup without waiting"
  )
  func clause6_5_4() {
    let log = Log<String>()
    let context = ManualContext()
    let ensured = Promise(value: 1).ensure(on: context) { log.add("cleans up") }
    let pending = Promise<Int>()
    let mapped = stage(of: pending) { context.runAll() }
    let both = all([ensured, mapped])

    both.discard()

    #expect(log.entries == ["cleans up"])
    #expect(ensured.isDiscarded && mapped.isDiscarded)
  }

  /// Returns a pending stage that runs `body` when its handler is released.
  private func stage(
    of promise: Promise<Int>,
    releasing body: @escaping @Sendable () -> Void
  ) -> Promise<Int> {
    let life = Life(body)
    return promise.map { [life] value in withExtendedLifetime(life) { value } }
  }
}

@Suite("6.6 `shared()`")
struct Shared {
  @Test func `6.6.1 shared() returns the same future`() {
    let promise = Promise<Int>()

    #expect(promise.shared() === promise)
  }

  @Test func `6.6.2 A shared promise is never discarded for lack of consumers`() {
    let root = Promise<Int>()
    let stage = root.map { $0 }
    let withBlock = Promise<Int>(discard: {})
    stage.shared()
    withBlock.shared()

    for _ in 0..<3 {
      stage.map { $0 }.discard()
      withBlock.map { $0 }.discard()
    }

    #expect(withBlock.isPending)
    root.resolve(1)
    #expect(stage.got == 1)
  }

  @Test func `6.6.3 A shared promise can still be discarded by its owner`() {
    let promise = Promise<Int>()
    promise.shared()

    promise.discard()

    #expect(promise.isDiscarded)
  }
}

/// A stage whose handler is running on another thread.
private final class RunningStage: Sendable {
  let log = Log<String>()
  let stage: Promise<Int>
  private let source = Promise<Int>()
  private let gate = Gate()
  private let settler: Spawned

  init(_ answer: @escaping @Sendable (Int) throws -> Int) {
    stage = source.map { [gate] value in
      gate.pass()
      return try answer(value)
    }
    settler = Spawned { [source] in source.resolve(0) }
    gate.waitForArrival()
  }

  func end() {
    gate.open()
    settler.join()
  }
}

/// A stage whose handler is queued on a context.
private final class QueuedStage: Sendable {
  let log = Log<Int>()
  let cage = Cage(weight: 0)
  let context = ManualContext()
  let stage: Promise<Int>

  init(settled way: Way) {
    stage = way.resolve(1) { [log, cage, context] promise in
      promise.map(on: context) { [life = cage.canary()] value in
        withExtendedLifetime(life) { log.add(value) }
        return value
      }
    }
  }
}
