import Pledge
import PledgeTestSupport
import Testing

struct ReportingTests {
  private let progress = ProgressMonitor()

  @Test func `a value finishes the monitor`() {
    let source = Promise<Int>()
    let promise = source.reporting(to: progress)
    progress.report(0.5)

    source.resolve(1)

    #expect(progress.latest.fraction == 1)
    #expect(promise.got == 1)
  }

  @Test func `the monitor is finished before other handlers receive the value`() {
    let fractions = Log<Double>()
    let source = Promise<Int>()
    source.reporting(to: progress).observe { [progress] _ in
      fractions.add(progress.latest.fraction)
    }

    source.resolve(1)

    #expect(fractions.entries == [1])
  }

  @Test func `an existing value finishes the monitor immediately`() {
    #expect(Promise(value: 1).reporting(to: progress).got == 1)
    #expect(progress.latest.fraction == 1)
  }

  @Test(arguments: Ending.allCases)
  func `any other outcome leaves the monitor unchanged`(ending: Ending) {
    guard ending != .fulfilled else { return }
    let cage = Cage()
    let source = Source()
    let promise = source.promise.reporting(to: progress)
    progress.report(0.5)

    source.end(ending, of: promise, with: cage)

    #expect(progress.latest.fraction == 0.5)
    #expect(promise.isRejected)
    source.handleErrors(of: promise)
  }

  @Test func `a failed operation releases its part, which counts as done`() {
    let source = Promise<Int>()
    let promise = source.reporting(to: progress.part())
    #expect(progress.latest.fraction == 0)

    source.reject(Broken())

    #expect(progress.latest.fraction == 1)
    #expect(promise.broken == Broken())
  }
}
