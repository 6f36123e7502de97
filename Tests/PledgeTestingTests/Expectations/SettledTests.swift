import Pledge
import PledgeTestSupport
import Testing

@testable import PledgeTesting

@Suite(.hangLimit)
struct SettledTests {
  private let moment = Duration.milliseconds(1)

  @Test func `the promise is settled by the time its outcome is seen`() async {
    for number in 0..<200 {
      let promise = Promise<Int>()
      detachThread { promise.reject(Broken(number: number)) }

      let outcome = await promise.settled(within: .seconds(60))

      #expect(throws: Broken(number: number)) { try outcome?.get() }
      #expect(promise.isRejected)
    }
  }

  @Test func `a promise that does not settle has no outcome`() async {
    let promise = Promise<Int>()

    #expect(await promise.settled(within: moment) == nil)
    #expect(await promise.settled(within: .seconds(-1)) == nil)
    #expect(promise.isPending)
  }

  @Test func `a canceled task does not wait`() async throws {
    let promise = Promise<Int>()

    try await cancelledTask {
      let outcome = await promise.settled(within: .seconds(600))
      #expect(outcome == nil)
      #expect(Duration.seconds(600).exceeded == "before the task was canceled")
    }.value
  }

  @Test func `a wait that outlasts the patience is announced once, and goes on`() async throws {
    let promise = Promise<Int>()
    var announcements = 0

    let outcome = await promise.settled(within: .seconds(600), patience: .zero) {
      announcements += 1
      promise.resolve(1)
    }

    #expect(try outcome?.get() == 1)
    #expect(announcements == 1)
  }

  @Test func `other waits are not announced`() async throws {
    let promise = Promise<Int>()
    var announcements = 0

    _ = await promise.settled(within: moment, patience: moment) { announcements += 1 }
    _ = await Promise(value: 1).settled(within: .seconds(600), patience: .zero) {
      announcements += 1
    }
    try await cancelledTask {
      let outcome = await promise.settled(within: .seconds(600), patience: .zero) {
        Issue.record("announced")
      }
      #expect(outcome == nil)
    }.value

    #expect(announcements == 0)
  }

  // MARK: Effects on the promise

  @Test func `work that does not settle in time is not discarded`() async throws {
    let stopped = Log<String>()
    let promise = Promise<Int>(discard: { stopped.add("root") })
    let stage = promise.map { $0 + 1 }

    #expect(await stage.settled(within: moment) == nil)
    #expect(await promise.settled(within: moment) == nil)

    #expect(stopped.entries.isEmpty)
    promise.resolve(1)
    #expect(try stage.result?.get() == 2)
  }

  @Test func `a rejection that comes after the wait is still unhandled`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      do {
        let promise = Promise<Int>()
        #expect(await promise.settled(within: .milliseconds(1)) == nil)
        promise.reject(Broken(number: 1))
      }
      #expect(reports.entries == ["Broken(number: 1)"])
    }
  }

  @Test func `a rejection that was waited for is handled`() async {
    await #expect(processExitsWith: .success) {
      let reports = Log<String>()
      UnhandledRejections.handle { reports.add("\($0.error)") }
      do {
        let promise = Promise<Int>()
        detachThread { promise.reject(Broken(number: 1)) }
        #expect(await promise.settled(within: .seconds(60)) != nil)
      }
      do {
        #expect(await Promise<Int>(error: Broken()).settled(within: .zero) != nil)
      }
      #expect(reports.entries.isEmpty)
    }
  }

  @Test func `the wait itself leaves nothing pending`() async {
    let promise = Promise<Int>()
    let pending = PendingCreations()

    await pending.recording {
      #expect(await promise.settled(within: moment) == nil)
    }

    #expect(pending.entries.isEmpty)
    withExtendedLifetime(promise) {}
  }

  @Test func `the wait keeps nothing alive`() async {
    weak var promise: Promise<Int>?
    do {
      let broken = Promise<Int>()
      promise = broken
      #expect(await broken.settled(within: moment) == nil)
    }

    #expect(promise == nil)
  }
}
