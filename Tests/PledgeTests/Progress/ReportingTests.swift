import Pledge
import PledgeTestSupport
import Testing

struct ReportingTests {
  private let progress = ProgressMonitor()

  @Test func `the monitor is finished before other handlers receive the value`() {
    let fractions = Log<Double>()
    let source = Promise<Int>()
    source.reporting(to: progress).observe { [progress] _ in
      fractions.add(progress.latest.fraction)
    }

    source.resolve(1)

    #expect(fractions.entries == [1])
  }
}
