import Pledge
import PledgeTestSupport
import PledgeTesting
import Testing

/// The descriptions of every operator and type, pending and rejected.
///
/// The rows are those of the tests of lifetimes, which `CoverageTests` compares with the sources.
@Suite(.hangLimit)
struct DescriptionTests {
  private static let rows = Combination.operators + Combination.all
  private static let place = "App/Source.swift:1"
  private static let cause = "Promise from \(place): pending, waiting for its producer"

  private static func sources(of row: Combination) -> [Promise<Canary>] {
    (0..<row.width).map { _ in Promise(file: "App/Source.swift", line: 1) }
  }

  @Test(arguments: rows)
  func `an explanation and a trail name the operator and its source`(row: Combination) {
    let sources = Self.sources(of: row)
    let stage = row.combine(sources)
    let lines = stage.explain().split(separator: "\n")
    #expect(lines[0].hasPrefix("\(row.name) from "))
    #expect(lines.last.map { $0.drop { $0 == " " } } ?? "" == Self.cause)
    #expect(lines.count == row.count, "\(stage.explain())")

    for source in sources { source.reject(Broken()) }

    let stages = stage.trail?.stages.replacing(" from \(Self.place)", with: "@")
      .replacing(#/ from [\w/.]+:\d+/#, with: "^")
    #expect(stage.isFulfilled == row.recovers)
    #expect(stages == (row.recovers ? nil : row.stages))
    _ = stage.failure
  }

  @Test func `a list of what is pending contains the same promises`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      for row in Self.rows {
        let sources = Self.sources(of: row)
        let stage = row.combine(sources)
        let promises = Diagnostics.pending().promises

        #expect(promises.count == row.count, "\(row.stages): \(Diagnostics.pending())")
        #expect(promises.contains { $0.origin.operator == row.name }, "\(row.stages)")
        let causes = promises.filter { $0.waitsFor.isEmpty }
        #expect(causes.map { "\($0.origin.place)" } == causes.map { _ in Self.place })
        #expect(causes.allSatisfy { $0.obstacle == "waiting for its producer" }, "\(row.stages)")
        for source in sources { source.reject(Broken()) }
        stage.discard()
        #expect(Diagnostics.pending().promises.isEmpty, "\(row.stages)")
        _ = stage.failure
      }
    }
  }

  @Test func `an explanation and a list name the same cause`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.recordPending()
      for cause in Cause.all { await cause.check() }
      let lazy = LazyPromise { Promise(value: 1) }
      #expect(lazy.explain().hasSuffix("starts with its first consumer"))
      let obstacles = Diagnostics.pending().promises.map(\.obstacle)
      #expect(obstacles == ["starts with its first consumer"])
      lazy.ignoringErrors()
    }
  }
}

extension Combination {
  /// The names of the operator and of what it waits for.
  fileprivate var names: [Substring] { stages.split { " →()@^…".contains($0) } }
  fileprivate var name: Substring {
    let outer = stages.replacing(/\(.*\)/, with: "")
    return outer.split(separator: " → ").last ?? outer[...]
  }
  /// Whether it is fulfilled if its source is rejected.
  fileprivate var recovers: Bool {
    !stages.contains("^")
      && ["allSettled", "flatMapError", "flatMapResult", "mapResult", "recover"].contains(name)
  }
  /// The number of promises that a description contains; a row has a stage for its second type.
  fileprivate var count: Int {
    names.count + width - (names.contains("Promise") ? 1 : 0)
      + (testDescription == "||| of several types" ? 1 : 0)
  }
}

private let context = ManualContext()
private let never = AsyncStream<Int> { _ in }

@Sendable private func sleep() async throws -> Int {
  try await Task.sleep(for: .seconds(3_600))
  return 1
}

/// A promise that waits for no other one, and what it waits for.
private struct Cause {
  let text: String
  let make: @Sendable () -> any Stage

  init(_ text: String, _ make: @escaping @Sendable () -> any Stage) {
    (self.text, self.make) = (text, make)
  }

  func check() async {
    let promise = make()
    // Once the task has begun.
    while !promise.explain().hasSuffix(": pending, \(text)") { await Task.yield() }
    #expect(Diagnostics.pending().promises.map(\.obstacle) == [text])
    promise.discard()
    while !Diagnostics.pending().promises.isEmpty { await Task.yield() }
  }

  static let all = [
    Cause("waiting for its producer") { Promise<Int>() },
    Cause("its handler waits for its context") { Promise(on: context) { 1 } },
    Cause("its handler waits for its context, ManualContext") {
      Promise(value: 1).map(on: context) { $0 }
    },
    Cause("its task has not ended") { Promise { try await sleep() } },
    Cause("its task 'sync' has not ended") { Promise(taskNamed: "sync") { try await sleep() } },
    Cause("its task has not ended") { PromiseQueue().add { try await sleep() } },
    Cause("its task has not ended") {
      SingleFlight<Int, Int>().value(for: 1) { try await sleep() }
    },
    Cause("its task has not ended") { retry { try await sleep() } },
    Cause("its task has not ended") { hedge(after: .seconds(3_600)) { try await sleep() } },
    Cause("waiting for the next element of its sequence") { Promise(first: never) },
    Cause("waiting for its clock") { after(.seconds(3_600)) },
    Cause("waiting for its clock") { Promise(value: 1).delay(by: .seconds(3_600)) },
    Cause("waiting for its clock") {
      poll(every: .seconds(3_600), until: { _ in false }) { Promise(value: 1) }
    },
    Cause("waiting for its clock") {
      retry(backoff: .constant(.seconds(3_600))) { Promise<Int>(error: Broken()) }
    },
    Cause("waiting for its batch") {
      BatchLoader(window: .seconds(3_600)) { _ in Promise(value: [1: 1]) }.value(for: 1)
    },
  ]
}
