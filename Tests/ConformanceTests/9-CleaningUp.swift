import Pledge
import PledgeTestSupport
import Testing

@Suite("9 Cleanup")
struct CleaningUp {
  private let log = Log<String>()

  @Test(
    "9.1.1 `ensure` runs its closure on either outcome, and passes the outcome on",
    arguments: everyWay
  )
  func clause9_1_1(way: Way) {
    let error = BrokenObject()

    let fulfilled = way.resolve(1) { $0.ensure { log.add("fulfilled") } }
    let rejected = way.reject(Int.self, with: error) { $0.ensure { log.add("rejected") } }

    #expect(log.entries == ["fulfilled", "rejected"])
    #expect(fulfilled.got == 1)
    #expect(rejected.failure as? BrokenObject === error)
  }

  @Test("9.1.2 Its closure runs when the stage is discarded")
  func clause9_1_2() {
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensure { log.add("clean up") }
    stage.catch { _ in log.add("handler") }

    stage.discard()
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(stage.isDiscarded)
  }

  @Test(
    "9.1.3 Its closure runs when the stage is settled explicitly",
    arguments: ManualSettlement.allCases
  )
  func clause9_1_3(manual: ManualSettlement) {
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensure { log.add("clean up") }
    stage.observe { _ in log.add("handler") }

    manual.settle(stage)
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(manual.hasSettled(stage))
  }

  @Test("9.1.4 Its closure runs when the source is discarded")
  func clause9_1_4() {
    let source = Promise<Int>(discard: { log.add("stop") })
    let stage = source.map { $0 }.ensure { log.add("clean up") }

    source.discard()

    #expect(log.entries == ["stop", "clean up"])
    #expect(stage.isDiscarded)
  }

  @Test("9.1.5 Its closure runs when the source is broken")
  func clause9_1_5() {
    let ofResolver = Promise<Int>.pending().promise.ensure { log.add("resolver") }
    let ofPromise = Promise<Int>().map { $0 }.ensure { log.add("promise") }
    _ = Promise<Int>().ensure { log.add("nobody") }

    #expect(log.entries == ["resolver", "promise", "nobody"])
    #expect(ofResolver.failure is BrokenPromiseError)
    #expect(ofPromise.failure is BrokenPromiseError)
  }

  @Test(
    "9.1.6 Its closure runs on its context, on every outcome",
    arguments: ManualSettlement.allCases
  )
  func clause9_1_6(manual: ManualSettlement) {
    let context = ManualContext()
    let source = Promise<Int>()
    let stages = (0..<4).map { number in
      source.ensure(on: context) { log.add("clean up \(number)") }
    }
    let queued = Promise(value: 1).ensure(on: context) { log.add("clean up queued") }
    let lost = Promise<Int>().ensure(on: context) { log.add("clean up lost") }

    manual.settle(stages[0])
    manual.settle(queued)
    source.resolve(1)
    #expect(log.entries == [])
    context.runAll()

    #expect(
      log.entries.sorted() == [
        "clean up 0", "clean up 1", "clean up 2", "clean up 3", "clean up lost", "clean up queued",
      ]
    )
    #expect(manual.hasSettled(stages[0]))
    #expect(manual.hasSettled(queued))
    #expect(stages[1].got == 1)
    #expect(lost.failure is BrokenPromiseError)
  }

  @Test(
    "9.1.7 If the context drops the job, the closure runs on the thread that drops it",
    arguments: everyWay
  )
  func clause9_1_7(way: Way) {
    let threads = Log<ObjectIdentifier>()
    let context = ManualContext()
    let stage = way.resolve(1) { $0.ensure(on: context) { threads.add(currentThread()) } }
    let atOnce = way.resolve(1) { $0.ensure(on: DroppingContext()) {} }
    let discarded = Promise<Int>().ensure(on: context) { threads.add(currentThread()) }
    discarded.discard()

    #expect(threads.entries == [])
    onThread {
      threads.add(currentThread())
      context.dropAll()
    }

    #expect(threads.entries.count == 3)
    #expect(Set(threads.entries).count == 1)
    #expect(stage.failure is BrokenPromiseError)
    #expect(atOnce.failure is BrokenPromiseError)
    #expect(discarded.isDiscarded)
  }

  @Test(
    "9.1.8 Its closure runs exactly once, regardless of threads",
    arguments: ManualSettlement.allCases
  )
  func clause9_1_8(manual: ManualSettlement) {
    let wrong = raced(
      rounds: 2_000,
      sharing: Cleanup(),
      [
        { $0.source.resolve(1) },
        { manual.settle($0.stage) },
        { $0.consumer.discard() },
      ]
    ) { round in
      round.log.entries == [1] && round.stage.result != nil && round.consumer.result != nil
    }

    #expect(wrong == 0)
  }

  @Test("9.1.9 Every other handler of a discarded stage is released without running")
  func clause9_1_9() {
    let cage = Cage(weight: 0)
    let source = Promise<Int>()
    let stages = [cage.canary()].flatMap { life in
      let add: @Sendable (String) -> Void = { [life] name in
        withExtendedLifetime(life) { log.add(name) }
      }
      return stagesByEveryOperator(of: source, add)
    }
    #expect(cage.living == 1)

    for stage in stages { stage.discard() }
    #expect(cage.living == 0)
    source.resolve(1)

    #expect(log.entries == [])
    #expect(stages.allSatisfy { $0.isDiscarded })
  }

  private func stagesByEveryOperator(
    of source: Promise<Int>,
    _ add: @escaping @Sendable (String) -> Void
  ) -> [Promise<Int>] {
    [
      source.map { value in
        add("map")
        return value
      },
      source.flatMap { value in
        add("flatMap")
        return Promise(value: value)
      },
      source.tap { _ in add("tap") },
      source.observe { _ in add("observe") },
      source.catch { _ in add("catch") },
      source.recover { _ in
        add("recover")
        return 1
      },
      source.flatMapError { _ in
        add("flatMapError")
        return Promise(value: 1)
      },
      source.mapError { error in
        add("mapError")
        return error
      },
      source.anyway { value in
        add("anyway")
        return value ?? 0
      },
    ]
  }
}

/// A stage with a cleanup closure, and its consumer.
private final class Cleanup: Sendable {
  let log = Log<Int>()
  let source = Promise<Int>()
  let stage: Promise<Int>
  let consumer: Promise<Int>

  init() {
    stage = source.ensure { [log] in log.add(1) }
    consumer = stage.map { $0 }
  }
}
