import Pledge
import PledgeTestSupport
import Testing

/// Observers of progress on contexts, and from many threads.
@Suite(.hangLimit)
struct ObservingOnContextsTests {
  private let cage = Cage()
  private let context = ManualContext()
  private let progress = ProgressMonitor()
  private let received = Log<Double>()

  @Test func `the end comes through the context`() {
    let end = progress.observe(on: context) { [received] in received.add($0.fraction) }

    progress.report(0.5)
    progress.finish()
    #expect(end.isPending)
    context.runAll()

    #expect(received.entries == [1])
    #expect(end.isFulfilled)
  }

  @Test func `a context that runs work twice reports once`() {
    progress.observe(on: TwiceContext()) { [received] in received.add($0.fraction) }

    progress.report(0.25)
    progress.report(0.5)

    #expect(received.entries == [0.25, 0.5])
  }

  @Test @MainActor func `the main actor receives its own reports immediately`() {
    let screen = Screen()
    progress.observe(on: MainActor.shared) { screen.lines.append("\($0.fraction)") }

    progress.report(0.5)

    #expect(screen.lines == ["0.5"])
  }

  @Test @MainActor func `the main actor receives the latest report from elsewhere`() async {
    let screen = Screen()
    progress.observe(on: MainActor.shared) { screen.lines.append("\($0.fraction)") }

    onThread { [progress] in
      progress.report(0.25)
      progress.report(0.5)
    }
    #expect(screen.lines == [])
    progress.report(0.75)
    #expect(screen.lines == [])
    await mainQueueDrained()

    #expect(screen.lines == ["0.75"])
  }
}

// MARK: - Threads

extension ObservingOnContextsTests {
  @Test func `many observers come and go while many report`() {
    let parts = (0..<4).map { _ in progress.part() }

    concurrently(400) { [progress, cage] number in
      let observation = progress.observe { [closure = cage.closure()] _ in closure() }
      parts[number % 4].report(Double(number) / 400)
      if number.isMultiple(of: 2) { observation.discard() }
      if number == 300 { progress.finish() }
    }

    #expect(cage.living == 0)
    #expect(progress.latest.fraction == 1)
  }
}
