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

struct ProgressReportTests {
  @Test func `the message is optional`() {
    #expect(ProgressReport(fraction: 0).message == nil)
    #expect(ProgressReport(fraction: 0, message: "sending").message == "sending")
  }
}

@Suite(.hangLimit)
struct ProgressObservationTests {
  private let progress = ProgressMonitor()
  private let received = Log<Double>()

  @Test func `a report that changes nothing is not delivered`() {
    progress.observe { [received] in received.add($0.fraction) }

    progress.report(0.5, "sending")
    progress.report(0.5, "sending")
    progress.report(0.25)
    progress.report(.nan)

    #expect(received.entries == [0.5])
  }

  /// A search for each would take minutes.
  @Test func `a hundred thousand observers are discarded`() {
    let observations = (0..<100_000).map { _ in
      progress.observe { [received] in received.add($0.fraction) }
    }

    for observation in observations.dropFirst(2).reversed() { observation.discard() }
    observations[0].discard()
    progress.report(0.25)

    #expect(received.entries == [0.25])
  }

  @Test func `observers keep their order when others are discarded`() {
    let numbers = Log<Int>()
    let observations = (0..<16).map { number in progress.observe { _ in numbers.add(number) } }
    for (number, observation) in observations.enumerated() where number % 4 != 1 {
      observation.discard()
    }
    progress.observe { _ in numbers.add(16) }

    progress.report(0.5)

    #expect(numbers.entries == [1, 5, 9, 13, 16])
  }
}

// MARK: - Completion

extension ProgressObservationTests {
  @Test func `a monitor that reached 1 through its parts may still end`() {
    progress.part().finish()
    let end = progress.observe { [received] in received.add($0.fraction) }
    #expect(end.isPending)

    progress.finish()

    #expect(end.isFulfilled)
    #expect(received.entries == [1, 1])
  }
}

// MARK: - Re-entrancy

extension ProgressObservationTests {
  /// The monitor and the work retain each other until then.
  @Test func `work that waits for an observation of its own monitor ends when that is discarded`() {
    weak var released: ProgressMonitor?
    let observation: Promise<Void>
    let work: Promise<[Void]>
    do {
      let monitor = ProgressMonitor()
      released = monitor
      observation = monitor.observe { _ in }
      work = all([observation], progress: monitor)
    }
    #expect(released != nil)
    #expect(work.isPending)

    observation.discard()

    #expect(released == nil)
    #expect(work.isDiscarded)
  }

  @Test func `objects released with an observer may report`() {
    let part = progress.part()
    let observation = part.observe { [other = progress.part()] in other.report($0.fraction) }
    progress.observe { [received] in received.add($0.fraction) }

    observation.discard()

    #expect(received.entries == [0.5])
    part.finish()
  }
}
