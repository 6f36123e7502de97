import Pledge
import PledgeTestSupport
import Testing

@Suite("9 Cleanup")
struct CleaningUp {
  private let log = Log<String>()

  @Test func `9.1.1 ensure runs its closure on either outcome, and passes the outcome on`() {
    let error = BrokenObject()

    expectStage(of: 1, gives: 1) { $0.ensure { log.add("fulfilled") } }
    expectStage(ofRejected: error, throws: error) { $0.ensure { log.add("rejected") } }

    #expect(log.entries == ["fulfilled", "rejected"].flatMap { [$0, $0, $0] })
  }

  @Test func `9.1.2 Its closure runs when the stage is discarded`() {
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensure { log.add("clean up") }
    stage.catch { _ in log.add("handler") }

    stage.discard()
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(stage.isDiscarded)
  }

  @Test(arguments: ManualSettlement.allCases)
  func `9.1.3 Its closure runs when the stage is settled explicitly`(manual: ManualSettlement) {
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensure { log.add("clean up") }
    stage.observe { _ in log.add("handler") }

    manual.settle(stage)
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(manual.hasSettled(stage))
  }

  @Test func `9.1.4 Its closure runs when the source is discarded`() {
    let source = Promise<Int>(discard: { log.add("stop") })
    let stage = source.map { $0 }.ensure { log.add("clean up") }

    source.discard()

    #expect(log.entries == ["stop", "clean up"])
    #expect(stage.isDiscarded)
  }

  @Test func `9.1.5 Its closure runs when the source is broken`() {
    let ofResolver = Promise<Int>.pending().promise.ensure { log.add("resolver") }
    let ofPromise = Promise<Int>().map { $0 }.ensure { log.add("promise") }
    _ = Promise<Int>().ensure { log.add("nobody") }

    #expect(log.entries == ["resolver", "promise", "nobody"])
    #expect(ofResolver.failure is BrokenPromiseError)
    #expect(ofPromise.failure is BrokenPromiseError)
  }

  @Test(arguments: ManualSettlement.allCases)
  func `9.1.6 Its closure runs on its context, on every outcome`(manual: ManualSettlement) {
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

  @Test(arguments: ManualSettlement.allCases)
  func `9.1.8 Its closure runs exactly once, regardless of threads`(manual: ManualSettlement) {
    #expect(wrongCleanups(against: manual) { $0.ensure($1) } == 0)
  }

  @Test(
    "9.1.9 Every other handler of a discarded stage is released without running",
    arguments: Operator.dispensable
  )
  func clause9_1_9(operation: Operator) {
    let cage = Cage(weight: 0)
    let source = Promise<Canary>()
    let stage = operation.plain(source) { [log, life = cage.canary()] in
      withExtendedLifetime(life) { log.add("handler") }
    }
    #expect(cage.living == 1)

    stage.discard()
    #expect(cage.living == 0)
    operation.settle(source)

    #expect(log.entries == [])
    #expect(stage.failure is DiscardedError)
  }
}
