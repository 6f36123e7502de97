import Pledge
import PledgeTestSupport
import Testing

@Suite("9.2 Asynchronous cleanup", .hangLimit)
struct AsynchronousCleanUp {
  private let log = Log<String>()

  @Test(
    "9.2.1 `ensureThen` runs its closure on either outcome, and passes it on after the cleanup",
    arguments: everyWay
  )
  func clause9_2_1(way: Way) {
    let error = BrokenObject()
    let cleanUp = Promise<String>()
    let start: @Sendable (String) -> Future<String> = { name in
      log.add(name)
      return cleanUp
    }
    let fulfilled = way.resolve(1) { $0.ensureThen { start("fulfilled") } }
    let rejected = way.reject(Int.self, with: error) { $0.ensureThen { start("rejected") } }
    #expect(log.entries == ["fulfilled", "rejected"])
    #expect(fulfilled.isPending)
    #expect(rejected.isPending)

    cleanUp.resolve("done")

    #expect(fulfilled.got == 1)
    #expect(rejected.failure as? BrokenObject === error)
  }

  @Test(
    "9.2.2 A cleanup that fails rejects the stage if the source was fulfilled",
    arguments: everyWay
  )
  func clause9_2_2(way: Way) {
    let error = BrokenObject()
    let thrown = way.resolve(1) { $0.ensureThen { () -> Future<Void> in throw error } }
    let rejected = everyWay.map { cleanUpWay in
      cleanUpWay.reject(Void.self, with: error) { cleanUp in
        way.resolve(1) { $0.ensureThen { cleanUp } }
      }
    }

    #expect(thrown.failure as? BrokenObject === error)
    #expect(rejected.allSatisfy { $0.failure as? BrokenObject === error })
  }

  @Test("9.2.3 If the source was rejected, the stage is rejected with the error of the source")
  func clause9_2_3() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let error = BrokenObject()
        let reports = await reports {
          let rejected = way.reject(Int.self, with: error) { promise in
            promise.ensureThen { Promise<Void>(error: Broken(number: 1)) }
          }
          let thrown = way.reject(Int.self, with: error) { promise in
            promise.ensureThen { () -> Future<Void> in throw Broken(number: 2) }
          }
          #expect(rejected.failure as? BrokenObject === error)
          #expect(thrown.failure as? BrokenObject === error)
        }

        #expect(reports.map { $0.error as? Broken } == [Broken(number: 1), Broken(number: 2)])
      }
    }
  }

  @Test(
    "9.2.4 Its closure runs when the stage is discarded or settled explicitly",
    arguments: ManualSettlement.allCases
  )
  func clause9_2_4(manual: ManualSettlement) {
    let cleanUp = Promise<Void>()
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensureThen { () -> Future<Void> in
      log.add("clean up")
      return cleanUp
    }
    stage.observe { _ in log.add("handler") }

    manual.settle(stage)
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(manual.hasSettled(stage))
    #expect(cleanUp.isPending)
  }

  @Test("9.2.5 Its closure runs when the source is broken or discarded")
  func clause9_2_5() {
    let cleanUp = Promise<Void>()
    let start: @Sendable (String) -> Future<Void> = { name in
      log.add(name)
      return cleanUp
    }
    let source = Promise<Int>(discard: { log.add("stop") })
    let discarded = source.ensureThen { start("discarded") }
    source.discard()
    let lost = Promise<Int>.pending().promise.ensureThen { start("lost") }
    #expect(log.entries == ["stop", "discarded", "lost"])
    #expect(discarded.isPending)
    #expect(lost.isPending)

    cleanUp.resolve()

    #expect(discarded.isDiscarded)
    #expect(lost.failure is BrokenPromiseError)
  }

  @Test(
    "9.2.6 Its closure runs on its context, on every outcome",
    arguments: ManualSettlement.allCases
  )
  func clause9_2_6(manual: ManualSettlement) {
    let context = ManualContext()
    let source = Promise<Int>()
    let start: @Sendable (String) -> Future<Void> = { name in
      log.add(name)
      return Promise(value: ())
    }
    let left = source.ensureThen(on: context) { start("left") }
    let fulfilled = source.ensureThen(on: context) { start("fulfilled") }
    let queued = Promise(value: 1).ensureThen(on: context) { start("queued") }
    let dropped = Promise(value: 1).ensureThen(on: DroppingContext()) { start("dropped") }
    #expect(log.entries == ["dropped"])

    manual.settle(left)
    manual.settle(queued)
    source.resolve(1)
    #expect(log.entries == ["dropped"])
    context.runAll()

    #expect(log.entries.sorted() == ["dropped", "fulfilled", "left", "queued"])
    #expect(manual.hasSettled(left))
    #expect(manual.hasSettled(queued))
    #expect(fulfilled.got == 1)
    #expect(dropped.failure is BrokenPromiseError)
  }

  @Test(
    "9.2.7 Its closure runs exactly once, regardless of threads",
    arguments: ManualSettlement.allCases
  )
  func clause9_2_7(manual: ManualSettlement) {
    let wrong = raced(
      rounds: 2_000,
      sharing: CleanUpRound(),
      [
        { $0.source.resolve(1) },
        { manual.settle($0.stage) },
        { $0.cleanUp.resolve() },
      ]
    ) { round in
      round.log.entries == [1] && round.stage.result != nil && round.cleanUp.isFulfilled
    }

    #expect(wrong == 0)
  }

  @Test("9.2.8 A stage that settles without waiting for its cleanup does not affect the cleanup")
  func clause9_2_8() async {
    await #expect(processExitsWith: .success) {
      for manual in ManualSettlement.allCases {
        let log = Log<String>()
        let reports = await reports {
          let root = Promise<Void>(discard: { log.add("stop") })
          let source = Promise<Int>()
          let early = source.ensureThen { root.map { throw Broken(number: 3) } }
          let late = Promise(value: 1).ensureThen { root.map { throw Broken(number: 4) } }

          manual.settle(early)
          manual.settle(late)

          #expect(manual.hasSettled(early))
          #expect(manual.hasSettled(late))
          #expect(source.isPending)
          #expect(root.isPending)
          root.resolve()
        }

        #expect(log.entries == [])
        let numbers = reports.compactMap { ($0.error as? Broken)?.number }
        #expect(numbers.sorted() == [3, 4])
      }
    }
  }
}

extension AsynchronousCleanUp {
  @Test("9.2.9 A stage whose cleanup waits for the stage is rejected with `CycleError`")
  func clause9_2_9() {
    let own = Locked<Promise<Int>?>(nil)
    let source = Promise<Int>(file: "A", line: 1)
    let stage = source.ensureThen { own.value?.map { $0 } ?? Promise(value: 0) }
    own.value = stage

    source.resolve(1)

    let error = stage.failure as? CycleError
    #expect(error?.locations.map(\.description) == ["A:1"])
    own.value = nil
  }
}

/// A stage with an asynchronous cleanup.
private final class CleanUpRound: Sendable {
  let log = Log<Int>()
  let source = Promise<Int>()
  let cleanUp = Promise<Void>()
  let stage: Promise<Int>

  init() {
    stage = source.ensureThen { [log, cleanUp] in
      log.add(1)
      return cleanUp
    }
  }
}
