import Pledge
import PledgeTestSupport
import Testing

@Suite(.hangLimit)
struct ProgressObservationTests {
  private let progress = ProgressMonitor()
  private let received = Log<Double>()

  @Test func `an observer receives descriptions`() {
    let words = Log<String?>()
    progress.observe { words.add($0.message) }

    progress.report(message: "sending")

    #expect(words.entries == ["sending"])
  }

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

  @Test func `an observer of a whole receives reports of its parts`() {
    let parts = [progress.part(), progress.part()]
    progress.observe { [received] in received.add($0.fraction) }

    parts[0].report(0.5)
    parts[1].finish()

    #expect(received.entries == [0.25, 0.75])
    withExtendedLifetime(parts) {}
  }
}

// MARK: - Completion

extension ProgressObservationTests {
  @Test func `an observer added after the end receives it`() {
    progress.report(1)

    let end = progress.observe { [received] in received.add($0.fraction) }

    #expect(received.entries == [1])
    #expect(end.isFulfilled)
  }

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
  @Test func `an observer may add another`() {
    progress.observe { [received, progress] report in
      guard report.fraction == 0.25 else { return }
      progress.observe { received.add($0.fraction) }
    }

    progress.report(0.25)
    progress.report(0.5)

    #expect(received.entries == [0.25, 0.5])
    progress.finish()
  }

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
