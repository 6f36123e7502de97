import Pledge
import PledgeTestSupport
import Testing

@Suite(.timeLimit(.minutes(60)))
struct ProgressMonitorTests {
  private let progress = ProgressMonitor()

  @Test func `initially, nothing is done`() {
    #expect(progress.latest == ProgressReport(fraction: 0))
  }

  @Test func `the latest report can be read`() {
    progress.report(0.25, "sending")

    #expect(progress.latest == ProgressReport(fraction: 0.25, message: "sending"))
  }

  @Test func `a report without a message keeps it`() {
    progress.report(0.25, "sending")
    progress.report(0.5)

    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "sending"))
  }

  @Test func `a report with only a message keeps the fraction`() {
    progress.report(0.25, "sending")
    progress.report(message: "waiting")

    #expect(progress.latest == ProgressReport(fraction: 0.25, message: "waiting"))
  }

  @Test(arguments: [0.25, 0, -1, -Double.infinity, .nan])
  func `a fraction that is not greater changes nothing`(fraction: Double) {
    progress.report(0.5)
    progress.report(fraction, "again")

    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "again"))
  }

  @Test(arguments: [1, 2, .infinity])
  func `a report that everything is done is final`(fraction: Double) {
    progress.report(fraction, "done")
    progress.report(0.5, "again")
    progress.report(message: "again")

    #expect(progress.latest == ProgressReport(fraction: 1, message: "done"))
  }

  @Test func `a finished monitor stays finished`() {
    progress.report(0.25, "sending")
    progress.finish()
    progress.finish()
    progress.report(message: "again")
    progress.part().report(0.5)

    #expect(progress.latest == ProgressReport(fraction: 1, message: "sending"))
  }
}

// MARK: - Parts

extension ProgressMonitorTests {
  @Test func `a whole is the mean of its parts`() {
    let parts = [progress.part(), progress.part()]

    parts[0].report(0.5)
    #expect(progress.latest.fraction == 0.25)
    parts[1].report(1)
    #expect(progress.latest.fraction == 0.75)
    withExtendedLifetime(parts) {}
  }

  @Test func `parts count by their weights`() {
    let film = progress.part(weight: 3)
    let subtitles = progress.part()

    film.report(0.5)
    #expect(progress.latest.fraction == 0.375)
    subtitles.finish()
    #expect(progress.latest.fraction == 0.625)
    withExtendedLifetime(film) {}
  }

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

  @Test func `a whole is exactly complete with its last part`() {
    let parts = (1...7).map { progress.part(weight: 1 / Double($0)) }

    for tenth in 1...10 {
      #expect(progress.latest.fraction < 1)
      for part in parts { part.report(Double(tenth) / 10) }
    }

    #expect(progress.latest.fraction == 1)
  }

  @Test func `adding a part later decreases the fraction`() {
    let first = progress.part()
    first.finish()
    #expect(progress.latest.fraction == 1)

    let second = progress.part()
    #expect(progress.latest.fraction == 0.5)
    second.finish()

    #expect(progress.latest.fraction == 1)
  }

  @Test func `a released part counts as done`() {
    let parts = [progress.part()]
    progress.part().report(0.25)

    #expect(progress.latest.fraction == 0.5)
    parts[0].finish()
    #expect(progress.latest.fraction == 1)
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

  @Test func `the latest part with a description provides it`() {
    let parts = [progress.part(), progress.part()]

    parts[0].report(message: "first")
    parts[1].report(0.5, "second")
    parts[0].report(0.5)
    #expect(progress.latest.message == "second")
    parts[0].report(message: "first")

    #expect(progress.latest.message == "first")
  }

  @Test func `a monitor with parts reports only messages itself`() {
    let part = progress.part()
    progress.report(1, "half of it")
    part.report(0.5)

    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "half of it"))
    part.finish()
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
