import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ProgressMonitorTests {
  private let progress = ProgressMonitor()

  @Test(arguments: [0, -1, .nan, .infinity, -Double.infinity])
  func `a part with an invalid weight has no effect`(weight: Double) {
    let odd = progress.part(weight: weight)
    odd.report(0.5, "odd")
    #expect(progress.latest == ProgressReport(fraction: 0, message: "odd"))
    let part = progress.part()

    odd.finish()
    part.report(0.5)

    #expect(progress.latest.fraction == 0.5)
    withExtendedLifetime(part) {}
  }

  @Test func `parts have parts`() {
    let half = progress.part()
    let other = progress.part()
    let quarters = [half.part(), half.part()]

    quarters[0].report(0.5, "first quarter")

    #expect(half.latest == ProgressReport(fraction: 0.25, message: "first quarter"))
    #expect(progress.latest == ProgressReport(fraction: 0.125, message: "first quarter"))
    other.finish()
    half.finish()
    #expect(progress.latest.fraction == 1)
    withExtendedLifetime(quarters) {}
  }

  @Test func `a part retains the whole`() {
    let received = Log<Double>()
    let part: ProgressMonitor
    do {
      let whole = ProgressMonitor()
      whole.observe { received.add($0.fraction) }
      part = whole.part()
    }

    part.report(0.5)

    #expect(received.entries == [0.5])
  }

  @Test func `no report from many threads is lost`() {
    let parts = (0..<8).map { _ in progress.part() }

    concurrently(800) { number in
      parts[number % 8].report(Double(number / 8 + 1) / 200)
      withExtendedLifetime(progress.part()) {}
    }

    #expect(abs(progress.latest.fraction - (800 + 4) / 808) < 1e-9)
    for part in parts { part.finish() }
    #expect(progress.latest.fraction == 1)
  }
}
