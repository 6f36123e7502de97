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

@Suite(.hangLimit)
struct MapConcurrentlyProgressTests {
  private let progress = ProgressMonitor()
  private let sources = (0..<4).map { _ in Promise<Int>() }

  @Test func `empty input completes the progress`() {
    let promise = [Int]().mapConcurrently(limit: 2, progress: progress) { Promise(value: $0) }

    #expect(promise.got == [])
    #expect(progress.latest.fraction == 1)
  }

  @Test func `a rejection leaves the monitor unchanged`() {
    let promise = sources.mapConcurrently(limit: 2, progress: progress) { $0 }
    sources[0].resolve(0)

    sources[1].reject(Broken())

    #expect(promise.broken == Broken())
    #expect(progress.latest.fraction == 0.25)
  }

  @Test func `the reports of parts count instead`() {
    let work = sources.map { ($0, progress.part()) }
    let promise = work.mapConcurrently(limit: 2, progress: progress) { $0.reporting(to: $1) }

    work[0].1.report(0.5)
    #expect(progress.latest.fraction == 0.125)
    for (index, source) in sources.enumerated() { source.resolve(index) }

    #expect(progress.latest.fraction == 1)
    #expect(promise.got == [0, 1, 2, 3])
  }

  @Test func `without elements there are no parts, and the progress is complete`() {
    let promise = [Int]().mapConcurrently(limit: 2, partsOf: progress) { number, _ in
      Promise(value: number)
    }

    #expect(promise.got == [])
    #expect(progress.latest.fraction == 1)
  }

  @Test func `asynchronous transforms report each value`() async throws {
    let promise = sources.mapConcurrently(limit: 4, progress: progress) { try await $0.value + 1 }
    #expect(progress.latest.fraction == 0)

    for (index, source) in sources.enumerated() { source.resolve(index) }

    #expect(try await promise.value == [1, 2, 3, 4])
    #expect(progress.latest.fraction == 1)
  }

  @Test func `asynchronous transforms report to their parts`() async throws {
    let reported = Promise<Void>()
    let promise = sources.mapConcurrently(limit: 1, partsOf: progress) { source, part in
      part.report(0.5)
      reported.resolve()
      return try await source.value + 1
    }
    try await reported.value
    #expect(progress.latest.fraction == 0.125)

    for (index, source) in sources.enumerated() { source.resolve(index) }

    #expect(try await promise.value == [1, 2, 3, 4])
    #expect(progress.latest.fraction == 1)
  }
}

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
