import Pledge
import PledgeTestSupport
import Testing

@Suite("9.4 `using` with an asynchronous release", .hangLimit)
struct UsingWithAsynchronousRelease {
  @Test(
    "9.4.1 The closure that releases the resource receives the outcome of the work",
    arguments: everyWay
  )
  func clause9_4_1(way: Way) throws {
    let outcomes = Log<Result<Int, any Error>>()
    let release: @Sendable (Int, Result<Int, any Error>) -> Future<Void> = { _, outcome in
      outcomes.add(outcome)
      return Promise(value: ())
    }
    let error = BrokenObject()
    _ = way.resolve(7) { using($0, releaseThen: release, { Promise(value: $0 + 1) }) }
    _ = way.resolve(7) { promise in
      using(promise, releaseThen: release) { _ -> Future<Int> in throw error }.ignored()
    }
    _ = way.resolve(7) { using($0, releaseThen: release, { _ in Promise<Int>() }).ignored() }
    let work = Promise<Int>(discard: {})
    way.resolve(7) { using($0, releaseThen: release, { _ in work }) }.discard()
    let late = Promise<Int>()
    using(late, releaseThen: release, { Promise(value: $0) }).discard()
    late.resolve(7)

    let entries = outcomes.entries
    #expect(try entries[0].get() == 8)
    #expect(throws: BrokenObject.self) { try entries[1].get() }
    #expect(throws: BrokenPromiseError.self) { try entries[2].get() }
    #expect(throws: DiscardedError.self) { try entries[3].get() }
    #expect(throws: DiscardedError.self) { try entries[4].get() }
    #expect(entries.count == 5)
  }

  @Test(arguments: everyWay)
  func `9.4.2 using settles when the resource has been released`(way: Way) {
    let log = Log<String>()
    let (work, release) = (Promise<Int>(), Promise<String>())
    let result = way.resolve(7) { promise in
      using(promise, releaseThen: { id, _ in log.pass(release, "release \(id)") }) { _ in work }
    }
    result.observe { _ in log.add("handler") }

    work.resolve(1)
    #expect(log.entries == ["release 7"])
    #expect(result.isPending)
    release.resolve("done")

    #expect(log.entries == ["release 7", "handler"])
    #expect(result.got == 1)
  }

  @Test func `9.4.3 A release that fails rejects using if the work was fulfilled`() {
    let error = BrokenObject()

    expectStage(of: 7, throws: error) { promise in
      using(promise, releaseThen: { _, _ -> Future<Void> in throw error }, { Promise(value: $0) })
    }
    for releaseWay in everyWay {
      let rejected = releaseWay.reject(Void.self, with: error) { release in
        using(Promise(value: 7), releaseThen: { _, _ in release }, { Promise(value: $0) })
      }
      #expect(rejected.failure as? BrokenObject === error)
    }
  }

  @Test
  func `9.4.4 If the work was rejected, using is rejected with the error of the work`() async {
    await #expect(processExitsWith: .success) {
      for way in everyWay {
        let error = BrokenObject()
        let reports = await reports {
          let rejected = way.resolve(7) { promise in
            using(promise, releaseThen: { _, _ in Promise<Void>(error: Broken(number: 1)) }) { _ in
              Promise<Int>(error: error)
            }
          }
          let thrown = way.resolve(7) { promise in
            using(promise, releaseThen: { _, _ -> Future<Void> in throw Broken(number: 2) }) { _ in
              Promise<Int>(error: error)
            }
          }
          #expect(rejected.failure as? BrokenObject === error)
          #expect(thrown.failure as? BrokenObject === error)
        }

        #expect(reports.map { $0.error as? Broken } == [Broken(number: 1), Broken(number: 2)])
      }
    }
  }

  @Test(
    "9.4.5 If it is discarded or settled explicitly, it does not wait for the release",
    arguments: ManualSettlement.allCases
  )
  func clause9_4_5(manual: ManualSettlement) {
    for way in everyWay {
      let log = Log<String>()
      let work = Promise<Int>(discard: { log.add("stop") })
      let released = Promise<Void>(discard: { log.add("release discarded") })
      let result = way.resolve(7) { promise in
        using(promise, releaseThen: { _, _ in log.pass(released, "release") }) { _ in work }
      }
      result.observe { _ in log.add("handler") }

      manual.settle(result)

      #expect(log.entries == ["stop", "release", "handler"])
      #expect(manual.hasSettled(result))
      #expect(released.isPending)
      released.resolve()
    }
  }

  @Test(
    "9.4.6 A resource that has arrived is released exactly once, regardless of threads",
    arguments: ManualSettlement.allCases
  )
  func clause9_4_6(manual: ManualSettlement) {
    let wrong = wrongReleases(against: manual) { acquire, release, body in
      using(
        acquire,
        releaseThen: { number, _ in
          release(number)
          return Promise(value: ())
        },
        body
      )
    }

    #expect(wrong == 0)
  }
}
