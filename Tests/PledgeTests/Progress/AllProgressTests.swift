import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct AllProgressTests {
  private let progress = ProgressMonitor()
  private let sources = (0..<4).map { _ in Promise<Int>() }

  @Test func `empty input completes the progress`() {
    #expect(all([Promise<Int>](), progress: progress).got == [])
    #expect(progress.latest.fraction == 1)
  }

  @Test func `existing values are counted immediately`() {
    #expect(all([Promise(value: 1), Promise(value: 2)], progress: progress).got == [1, 2])
    #expect(progress.latest.fraction == 1)
  }

  @Test func `a promise given twice counts twice`() {
    let promise = all([sources[0], sources[0], sources[1]], progress: progress)

    sources[0].resolve(7)
    #expect(progress.latest.fraction == 2.0 / 3)
    sources[1].resolve(8)

    #expect(promise.got == [7, 7, 8])
  }

  @Test func `a rejection leaves the monitor unchanged`() {
    let promise = all(sources, progress: progress)
    sources[0].resolve(0)

    sources[1].reject(Broken())
    sources[2].resolve(2)

    #expect(promise.broken == Broken())
    #expect(progress.latest.fraction == 0.25)
  }

  @Test func `values from many threads are counted correctly`() {
    let many = (0..<1_000).map { _ in Promise<Int>() }
    let promise = all(many, progress: progress)

    concurrently(1_000) { many[$0].resolve($0) }

    #expect(progress.latest.fraction == 1)
    #expect(promise.got == Array(0..<1_000))
  }
}
