import Pledge
import PledgeTestSupport
import Testing

/// Observers are process-wide, so most of these tests run in their own process.
struct LabeledTests {
  @Test func `the static type stays`() {
    let lazy: LazyPromise<Int> = LazyPromise { Promise(value: 1) }.labeled("lazy")
    let future: Future<Int> = lazy.labeled("future")

    #expect(future === lazy)
    #expect(lazy.isPending)
  }

  @Test func `an explanation shows the labels of all its stages`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let source = Promise<Int>(file: "F", line: 1).labeled("source\u{1B}")
      let stage = Promise(value: 1, file: "F", line: 2).map { $0 }.labeled("user 7")
        .flatMap { _ in source }.map { $0 }.labeled("page")
      let lines = stage.explain().split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first == "map [page] from F:2: pending, waits for")
      #expect(lines.dropFirst().first == "  flatMap [user 7] from F:2: pending, waits for")
      #expect(lines.last?.hasPrefix(#"    Promise [source\u{1B}] from F:1: "#) == true)
      source.resolve(1)
    }
  }

  @Test func `a combination has no label of its own`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let source = Promise<Int>(file: "F", line: 1).labeled("source")
      let both = all([source, source], file: "F", line: 2)

      #expect(both.explain().hasPrefix("all from F:2: pending, waits for\n"))
      #expect(both.debugDescription == "Promise<Array<Int>>(pending) from F:2")
      #expect(source.debugDescription == "Promise<Int>(pending) from F:1 [source]")
      source.resolve(1)
    }
  }

  @Test func `the list of pending promises shows labels`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      let pending = PendingCreations()
      let promises = pending.recording {
        [Promise<Int>(file: "F", line: 1).labeled("user\n7"), Promise<Int>(file: "F", line: 2)]
      }
      #expect(pending.entries == [#"F:1 [user\n7]"#, "F:2"])
      for promise in promises { promise.resolve(1) }
    }
  }

  @Test func `a new promise does not have the label of an earlier one`() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.keepLabels()
      // Most of these promises have the same address.
      for round in 0..<100 {
        let promise = Promise<Int>(file: "F", line: 1)
        #expect(promise.explain() == "Promise from F:1: pending, waiting for its producer")
        let stage = promise.map { $0 }
        #expect(stage.debugDescription == "Promise<Int>(pending) from F:1")
        if round.isMultiple(of: 2) { promise.labeled("root") } else { stage.labeled("stage") }
        promise.resolve(1)
      }
    }
  }

  @Test func `keeping labels reports no events to other observers`() async {
    await #expect(processExitsWith: .success) {
      let recorder = Recorder()
      let installation = Diagnostics.install(recorder)
      let labels = Diagnostics.keepLabels()
      Promise<Int>().labeled("a").resolve(1)
      #expect(recorder.lines == ["#1 Promise created", "#1 labeled a", "#1 fulfilled"])

      installation.remove()
      let kept = Promise<Int>(file: "F", line: 1).labeled("b")
      #expect(kept.debugDescription == "Promise<Int>(pending) from F:1 [b]")
      kept.resolve(1)
      labels.remove()
      #expect(recorder.all.count == 3)
    }
  }

  @Test func `a label that creates promises, or labels them, is an ordinary expression`() async {
    await #expect(processExitsWith: .success) {
      let events = Recording {
        Promise(value: 1).labeled("user \(Promise(value: 7).labeled("inner").got ?? 0)")
      }
      #expect(
        events.lines == [
          "#1 Promise created", "#1 fulfilled", "#2 Promise created", "#2 fulfilled",
          "#2 labeled inner", "#1 labeled user 7",
        ]
      )
    }
  }
}

/// Events show source locations in user code, even for promises that Pledge creates.
///
/// Observers are process-wide, so each test runs in its own process.
struct OwnPlacesTests {
  @Test func `no operator or combination creates a promise at a source location in Pledge`() async {
    await #expect(processExitsWith: .success) {
      let places = Places()
      for row in Combination.operatorForms + Combination.all {
        places.note { source in row.combine((0..<row.width).map { _ in source.promise }) }
      }
      #expect(places.ofPledge == [])
    }
  }

  @Test func `neither does one with empty or invalid input`() async {
    await #expect(processExitsWith: .success) {
      let places = Places()
      let nothing: [Promise<Canary>] = []
      places.note { _ in all(nothing) }
      places.note { _ in allSettled(nothing) }
      places.note { _ in any(nothing) }
      places.note { _ in race(nothing) }
      places.note { source in [1].mapConcurrently(limit: 0) { _ in source.promise } }
      places.note { source in retry(max: 0) { source.promise } }
      places.note { source in poll(every: .seconds(-1), until: { _ in true }) { source.promise } }
      #expect(places.ofPledge == [])
    }
  }

  @Test func `neither does work that takes time`() async throws {
    try await #require(processExitsWith: .success) {
      let places = Places()
      let progress = ProgressMonitor()
      progress.observe { _ in }
      progress.observe(on: ManualContext()) { _ in }
      progress.observe(on: MainActor.shared) { _ in }
      progress.finish()
      let numbers = Feed([Promise(value: 1), Promise(value: 2)])
      _ = try await numbers.mapConcurrently(limit: 1) { Promise(value: $0) }.value
      _ = try await retry(max: 2, backoff: .constant(.nanoseconds(1))) {
        Promise<Int>(error: Broken())
      }.recover { _ in 1 }.value
      let load = SingleFlight<Int, Int>()
      load.value(for: 1) { load.value(for: 1) { Promise(value: 1) } }.ignoringErrors()
      #expect(places.ofPledge == [])
    }
  }
}

/// Records the source locations of all promises created during its lifetime.
private struct Places {
  private let recorder = Recorder()
  private let cage = Cage(weight: 1)

  init() {
    UnhandledRejections.silence()
    Diagnostics.install(recorder)
  }

  /// The recorded locations in Pledge's own files, each with the creating operator.
  var ofPledge: Set<String> {
    precondition(recorder.all.contains { $0.isCreation })
    let own = recorder.all.filter { $0.fileID.hasPrefix("Pledge/") }
    return Set(own.map { "\($0.operator) at \($0.place)" })
  }

  /// Calls `make` with a new source for each way of ending, and ends that source.
  func note(_ make: (Source) -> any Stage) {
    for ending in Ending.allCases {
      let source = Source()
      let stage = make(source)
      source.end(ending, of: stage, with: cage)
      source.handleErrors(of: stage)
    }
  }
}
