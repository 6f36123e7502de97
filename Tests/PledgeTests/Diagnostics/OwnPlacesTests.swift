import Pledge
import PledgeTestSupport
import Testing

/// Events show source locations in user code, even for promises that Pledge creates.
///
/// Observers are process-wide, so each test runs in its own process.
struct OwnPlacesTests {
  @Test func `no operator creates a promise at a source location in Pledge`() async {
    await #expect(processExitsWith: .success) {
      let places = Places()
      for operation in Operator.all {
        places.note { source in operation.plain(source.promise) {} }
        places.note { source in operation.onContext(source.promise, ManualContext()) {} }
        places.note { source in operation.onMainActor(source.promise) {} }
      }
      #expect(places.ofPledge == [])
    }
  }

  @Test func `no combination creates a promise at a source location in Pledge`() async {
    await #expect(processExitsWith: .success) {
      let places = Places()
      for combination in Combination.all {
        places.note { source in
          combination.combine((0..<combination.width).map { _ in source.promise })
        }
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
