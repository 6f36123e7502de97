import Foundation
import Pledge
import PledgeFoundation
import PledgeTestSupport
import PledgeTesting
import Testing

@Suite(.hangLimit) struct ProgressTests {
  private let monitor = ProgressMonitor()
  private let clock = ManualClock()

  // MARK: - A Progress that follows a monitor

  @Test func `follows a monitor in its own units`() {
    let progress = Progress(totalUnitCount: 200)
    let end = progress.follow(monitor)

    monitor.report(0.25, "sending")
    #expect(progress.completedUnitCount == 50)
    monitor.finish()

    #expect(progress.isFinished)
    #expect(end.isFulfilled)
  }

  @Test(arguments: [1, 1000, .max / 3, .max - 1, .max] as [Int64])
  func `any total is reached exactly, and never exceeded`(total: Int64) {
    let progress = Progress(totalUnitCount: total)
    progress.follow(monitor)

    monitor.report(0.5)
    #expect(progress.completedUnitCount <= total / 2 + 1024)
    monitor.report(1.0.nextDown)
    #expect(progress.completedUnitCount <= total)
    monitor.finish()

    #expect(progress.completedUnitCount == total)
  }

  @Test func `a progress without a total gets one`() {
    let progress = Progress(totalUnitCount: 0)
    progress.follow(monitor)

    monitor.report(0.5)

    #expect(progress.totalUnitCount == 1000)
    #expect(progress.completedUnitCount == 500)
  }

  @Test func `discarding ends it`() {
    let progress = Progress(totalUnitCount: 100)
    let end = progress.follow(monitor)

    end.discard()
    monitor.report(0.5)

    #expect(progress.completedUnitCount == 0)
  }

  // MARK: - A monitor that follows a Progress

  @Test func `a monitor polls immediately, and after every interval`() async throws {
    let progress = Progress(totalUnitCount: 10)
    progress.completedUnitCount = 1
    let end = monitor.follow(progress, every: .seconds(1), clock: clock)
    #expect(monitor.latest.fraction == 0.1)

    progress.completedUnitCount = 5
    await clock.waitForSleepers(1, within: .seconds(900))
    clock.advance(by: .seconds(1))
    await clock.waitForSleepers(1, within: .seconds(900))
    #expect(monitor.latest.fraction == 0.5)
    progress.completedUnitCount = 10
    clock.advance(by: .seconds(1))

    try await end.value
    #expect(monitor.latest.fraction == 1)
  }

  @Test func `a canceled progress leaves the monitor unchanged`() async throws {
    let progress = Progress(totalUnitCount: 10)
    progress.completedUnitCount = 4
    progress.cancel()

    try await monitor.follow(progress).value

    #expect(monitor.latest.fraction == 0.4)
  }

  @Test func `discarding ends the polling`() async throws {
    let end = monitor.follow(Progress(totalUnitCount: 10), clock: clock)
    await clock.waitForSleepers(1, within: .seconds(900))

    end.discard()

    while clock.sleepers > 0 { await Task.yield() }
    #expect(throws: DiscardedError.self) { try end.result?.get() }
  }

  @Test func `a negative interval is rejected`() {
    let end = ProgressMonitor().follow(Progress(totalUnitCount: 1), every: .seconds(-1))

    #expect(throws: ArgumentError.self) { try end.result?.get() }
  }
}
