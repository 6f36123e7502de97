import Pledge
import PledgeTestSupport
import Testing

@Suite("9.2 Asynchronous cleanup", .hangLimit)
struct AsynchronousCleanUp {
  private let log = Log<String>()

  /// Starts a cleanup.
  private func cleanUp(
    _ name: String,
    until end: Promise<Void> = Promise(value: ())
  ) -> Promise<Void> {
    log.add(name)
    return end
  }

  @Test(
    "9.2.1 `ensureThen` runs its closure on either outcome, and passes it on after the cleanup",
    arguments: everyWay
  )
  func clause9_2_1(way: Way) {
    let error = BrokenObject()
    let end = Promise<Void>()
    let fulfilled = way.resolve(1) { $0.ensureThen { cleanUp("fulfilled", until: end) } }
    let rejected = way.reject(Int.self, with: error) { promise in
      promise.ensureThen { cleanUp("rejected", until: end) }
    }
    #expect(log.entries == ["fulfilled", "rejected"])
    #expect(fulfilled.isPending)
    #expect(rejected.isPending)

    end.resolve()

    #expect(fulfilled.got == 1)
    #expect(rejected.failure as? BrokenObject === error)
  }

  @Test(arguments: everyWay)
  func `9.2.2 A cleanup that fails rejects the stage if the source was fulfilled`(way: Way) {
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
    let end = Promise<Void>()
    let root = Promise<Int>(discard: { log.add("stop") })
    let stage = root.ensureThen { cleanUp("clean up", until: end) }
    stage.observe { _ in log.add("handler") }

    manual.settle(stage)
    root.resolve(1)

    #expect(log.entries == ["stop", "clean up", "handler"])
    #expect(manual.hasSettled(stage))
    #expect(end.isPending)
  }

  @Test func `9.2.5 Its closure runs when the source is broken or discarded`() {
    let end = Promise<Void>()
    let source = Promise<Int>(discard: { log.add("stop") })
    let discarded = source.ensureThen { cleanUp("discarded", until: end) }
    source.discard()
    let lost = Promise<Int>.pending().promise.ensureThen { cleanUp("lost", until: end) }
    #expect(log.entries == ["stop", "discarded", "lost"])
    #expect(discarded.isPending)
    #expect(lost.isPending)

    end.resolve()

    #expect(discarded.isDiscarded)
    #expect(lost.failure is BrokenPromiseError)
  }

  @Test(arguments: ManualSettlement.allCases)
  func `9.2.6 Its closure runs on its context, on every outcome`(manual: ManualSettlement) {
    let context = ManualContext()
    let source = Promise<Int>()
    let left = source.ensureThen(on: context) { cleanUp("left") }
    let fulfilled = source.ensureThen(on: context) { cleanUp("fulfilled") }
    let queued = Promise(value: 1).ensureThen(on: context) { cleanUp("queued") }
    let dropped = Promise(value: 1).ensureThen(on: DroppingContext()) { cleanUp("dropped") }
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

  @Test(arguments: ManualSettlement.allCases)
  func `9.2.7 Its closure runs exactly once, regardless of threads`(manual: ManualSettlement) {
    let wrong = wrongCleanups(against: manual) { source, cleanUp in
      source.ensureThen { Promise(value: cleanUp()) }
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
  @Test func `9.2.9 A stage whose cleanup waits for the stage is rejected with CycleError`() {
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
