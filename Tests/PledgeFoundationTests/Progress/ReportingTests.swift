import Foundation
import Pledge
import PledgeFoundation
import Testing

@Suite struct ReportingTests {
  @Test(arguments: [(0, 1), (10, 10)] as [(Int64, Int64)])
  func `completes the progress with the promise`(given: Int64, total: Int64) {
    let (source, progress) = (Promise<Int>(), Progress(totalUnitCount: given))
    let promise = source.reporting(to: progress)
    #expect(progress.completedUnitCount == 0)

    source.resolve(1)

    #expect(promise.isFulfilled)
    #expect(progress.totalUnitCount == total)
    #expect(progress.isFinished)
  }

  @Test func `a rejection leaves the progress unchanged`() {
    let progress = Progress(totalUnitCount: 10)

    let promise = Promise<Int>(error: URLError(.badURL)).reporting(to: progress)

    #expect(throws: URLError.self) { try promise.result?.get() }
    #expect(progress.completedUnitCount == 0)
  }

  @Test func `canceling the progress discards the work`() async {
    let sources = (0..<3).map { _ in Promise<Int>(discard: {}) }
    let progresses = [Progress(totalUnitCount: 10), Progress(totalUnitCount: 0)]
    let promise = sources[0].reporting(to: progresses[0])
    let values = all(Array(sources.dropFirst()), progress: progresses[1])

    for progress in progresses { progress.cancel() }

    // The cancellation handler runs on a queue.
    await #expect(throws: DiscardedError.self) { try await promise.value }
    await #expect(throws: DiscardedError.self) { try await values.value }
    for source in sources { #expect(throws: DiscardedError.self) { try source.result?.get() } }
  }

  @Test func `a progress that is already canceled discards immediately`() {
    let progress = Progress(totalUnitCount: 10)
    progress.cancel()

    let promise = Promise<Int>(discard: {}).reporting(to: progress)

    #expect(throws: DiscardedError.self) { try promise.result?.get() }
  }

  @Test func `the progress does not retain the promise`() {
    let progress = Progress(totalUnitCount: 10)
    var promise: Promise<Int>? = Promise<Int>().reporting(to: progress)
    weak let held = promise

    promise = nil

    #expect(held == nil)
  }

  @Test func `with all, each value has the same weight`() {
    let progress = Progress(totalUnitCount: 100)
    let sources = (0..<4).map { _ in Promise<Int>() }
    let values = all(sources, progress: progress)

    sources[2].resolve(2)
    #expect(progress.completedUnitCount == 25)
    for source in sources { source.resolve(0) }

    #expect(values.isFulfilled)
    #expect(progress.isFinished)
  }

  @Test func `with all, a progress without a total gets a unit per value`() {
    let progress = Progress(totalUnitCount: 0)
    let sources = (0..<4).map { _ in Promise<Int>() }
    let values = all(sources, progress: progress)

    sources[0].resolve(1)

    #expect(values.isPending)
    #expect(progress.totalUnitCount == 4)
    #expect(progress.completedUnitCount == 1)
    withExtendedLifetime(sources) {}
  }

  @Test func `with all of no promises, the progress is complete`() {
    let progress = Progress(totalUnitCount: 0)

    let values = all([Promise<Int>](), progress: progress)

    #expect(values.isFulfilled)
    #expect(progress.isFinished)
  }
}
