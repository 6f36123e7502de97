import Pledge
import PledgeTestSupport
import Testing

@Suite("17.1 Reports of progress", .hangLimit)
struct ProgressReports {
  private let progress = ProgressMonitor()

  @Test func `17.1.1 A monitor has the latest report`() {
    #expect(progress.latest == ProgressReport(fraction: 0, message: nil))
    progress.report(0.25, "sending")

    #expect(progress.latest == ProgressReport(fraction: 0.25, message: "sending"))
  }

  @Test(arguments: [
    (0.5, 0.5), (-1, 0), (2, 1), (.infinity, 1), (-Double.infinity, 0), (.nan, 0),
  ])
  func `17.1.2 A fraction is from 0 to 1`(given: Double, expected: Double) {
    progress.report(given)

    #expect(progress.latest.fraction == expected)
    #expect(ProgressReport(fraction: given).fraction == expected)
  }

  @Test func `17.1.3 A report never lowers the fraction`() {
    for fraction in [0.25, 0.5, 0.1, 0, -1, -.infinity, .nan] { progress.report(fraction, "again") }

    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "again"))
  }

  @Test func `17.1.4 A report without a message keeps the message`() {
    progress.report(0.25, "sending")
    progress.report(0.5)
    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "sending"))
    progress.report(message: "waiting")

    #expect(progress.latest == ProgressReport(fraction: 0.5, message: "waiting"))
  }

  @Test(arguments: [true, false]) func `17.1.5 A finished monitor stays at 1`(byReport: Bool) {
    if byReport { progress.report(1) } else { progress.finish() }

    progress.report(0.5, "again")
    progress.part().report(0.5, "again")

    #expect(progress.latest == ProgressReport(fraction: 1))
  }
}

@Suite("17.2 Parts of progress", .hangLimit)
struct ProgressParts {
  private let whole = ProgressMonitor()

  @Test func `17.2.1 The fraction of a whole is the weighted mean of its parts`() {
    let parts = [whole.part(weight: 3), whole.part(), whole.part(weight: -.infinity)]

    parts[0].report(0.5)
    parts[2].report(0.5)
    whole.report(0.75)
    #expect(whole.latest.fraction == 0.375)
    parts[1].report(1)

    #expect(whole.latest.fraction == 0.625)
    withExtendedLifetime(parts) {}

    let huge = ProgressMonitor()
    let halves = [huge, huge].map { $0.part(weight: .greatestFiniteMagnitude) }
    halves[1].report(0.5)
    #expect(huge.latest.fraction == 0.25)
    withExtendedLifetime(halves) {}
  }

  @Test func `17.2.2 A whole whose parts are all done is at exactly 1`() {
    let parts = (1...7).map { whole.part(weight: 1 / Double($0)) }
    for step in 1...3 {
      for part in parts { part.report(Double(step) / 3) }
    }
    #expect(whole.latest.fraction == 1)

    let late = whole.part()
    #expect(whole.latest.fraction < 1)
    late.finish()

    #expect(whole.latest.fraction == 1)
  }

  @Test func `17.2.3 The message of a whole is the latest message reported to it or to a part`() {
    let parts = [whole.part(), whole.part()]

    parts[0].report(0.5, "first")
    parts[1].report(0.5, "second")
    parts[0].report(0.75)
    #expect(whole.latest.message == "second")
    whole.report(message: "both")

    #expect(whole.latest.message == "both")
  }

  @Test(arguments: ["fails", "discarded", "dropped"])
  func `17.2.4 A part that is released counts as done`(end: String) {
    let remaining = whole.part()
    let source = Promise<Int>()
    do {
      let stage = source.reporting(to: whole.part()).ignored()
      #expect(whole.latest.fraction == 0)
      switch end {
      case "fails": source.reject(Broken())
      case "discarded": stage.discard()
      default: whole.part().report(0.25)
      }
    }

    #expect(whole.latest.fraction == (end == "dropped" ? 1.0 / 3 : 0.5))
    source.resolve(1)
    remaining.finish()
  }
}

@Suite("17.4 Promises with a monitor", .hangLimit)
struct ProgressOfPromises {
  private let progress = ProgressMonitor()

  @Test(arguments: everyWay)
  func `17.4.1 reporting(to:) finishes a monitor when the promise is fulfilled`(way: Way) {
    let rejected = way.reject(Int.self, with: Broken()) { $0.reporting(to: progress) }
    let discarded = way.settle(
      { $0.discard() },
      { (source: Promise<Int>) in
        source.reporting(to: progress)
      }
    )
    #expect(progress.latest.fraction == 0)

    let fulfilled = way.resolve(7) { $0.reporting(to: progress) }

    #expect(progress.latest.fraction == 1)
    #expect(fulfilled.got == 7)
    #expect(rejected.broken == Broken())
    #expect(discarded.isDiscarded)
  }

  @Test func `17.4.2 all with a monitor reports how many promises are fulfilled`() {
    let sources = (0..<4).map { _ in Promise<Int>() }
    let numbers = all(sources, progress: progress)

    sources[3].resolve(3)
    #expect(progress.latest.fraction == 0.25)
    for index in 0..<3 { sources[index].resolve(index) }

    #expect(progress.latest.fraction == 1)
    #expect(numbers.got == [0, 1, 2, 3])
    let finer = ProgressMonitor()
    let part = finer.part()
    let rejected = all([Promise(value: 1), Promise(error: Broken())], progress: finer)
    part.report(0.25)
    #expect(finer.latest.fraction == 0.25)
    #expect(rejected.broken == Broken())
    withExtendedLifetime(part) {}
  }

  @Test func `17.4.3 mapConcurrently with a monitor reports how many transforms are fulfilled`() {
    let sources = (0..<4).map { _ in Promise<Int>() }
    let numbers = sources.mapConcurrently(limit: 2, progress: progress) { $0 }

    sources[3].resolve(3)
    sources[1].resolve(1)
    #expect(progress.latest.fraction == 0.25)
    sources[2].resolve(2)
    #expect(progress.latest.fraction == 0.75)
    sources[0].resolve(0)

    #expect(progress.latest.fraction == 1)
    #expect(numbers.got == [0, 1, 2, 3])
  }

  @Test func `17.4.4 A queue with a monitor adds a part to it for each operation`() {
    let queue = PromiseQueue(limit: 2, progress: progress)
    let sources = (0..<4).map { _ in Promise<Int>() }
    let operations = sources.map { source in queue.add { source } }
    #expect(progress.latest.fraction == 0)

    sources[1].resolve(1)
    #expect(progress.latest.fraction == 0.25)
    operations[3].discard()
    #expect(progress.latest.fraction == 0.5)
    sources[0].reject(Broken())
    operations[0].ignoringErrors()
    #expect(progress.latest.fraction == 0.75)
    sources[2].resolve(2)

    #expect(progress.latest.fraction == 1)
  }

  @Test(
    "17.4.5 `mapConcurrently` with `partsOf:` adds a part to the monitor for each element, before the first one is transformed"
  )
  func clause17_4_5() {
    let sources = (0..<4).map { _ in Promise<Int>() }
    let numbers = sources.mapConcurrently(limit: 1, partsOf: progress) { source, part in
      part.report(0.5)
      return source
    }
    #expect(progress.latest.fraction == 0.125)

    sources[0].resolve(0)
    #expect(progress.latest.fraction == 0.375)
    for (index, source) in sources.enumerated() { source.resolve(index) }

    #expect(progress.latest.fraction == 1)
    #expect(numbers.got == [0, 1, 2, 3])
  }
}
