import Pledge
import Testing

/// A way to wait for several promises.
struct Combination: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// How many it waits for.
  var width = 2
  let combine: @Sendable ([Future<Canary>]) -> any Stage

  static let all: [Combination] = [
    Combination(testDescription: "all") { Pledge.all($0) },
    Combination(testDescription: "all of several types") { Pledge.all($0[0], $0[1]) },
    Combination(testDescription: "allSettled") { allSettled($0) },
    Combination(testDescription: "allSettled of several types") { allSettled($0[0], $0[1]) },
    Combination(testDescription: "race") { race($0) },
    Combination(testDescription: "any") { any($0) },
    Combination(testDescription: "mapConcurrently") { $0.mapConcurrently(limit: 2) { $0 } },
    Combination(testDescription: "all with progress") {
      Pledge.all($0, progress: ProgressMonitor())
    },
    Combination(testDescription: "mapConcurrently with progress") {
      $0.mapConcurrently(limit: 2, progress: ProgressMonitor()) { $0 }
    },
    Combination(testDescription: "reporting", width: 1) { futures in
      futures[0].reporting(to: ProgressMonitor())
    },
    Combination(testDescription: "discarded(by: token)", width: 1) { futures in
      futures[0].map { $0 }.discarded(by: lasting.token)
    },
    Combination(testDescription: "discarded(by: bag)", width: 1) { futures in
      futures[0].map { $0 }.discarded(by: lastingBag)
    },
    Combination(testDescription: "&&&") { $0[0] &&& $0[1] },
    Combination(testDescription: "&&& with a value", width: 1) { futures in futures[0] &&& 1 },
    Combination(testDescription: "|||") { $0[0] ||| $0[1] },
    Combination(testDescription: "||| of several types") { $0[0] ||| $0[1].map { [$0] } },
    Combination(testDescription: "reduce") { reduce($0, []) { $0 + [$1] } },
    Combination(testDescription: "find") { find($0) { _ in true } },
    Combination(testDescription: "fold", width: 1) { futures in
      futures.fold([]) { canaries, future in future.map { canaries + [$0] } }
    },
    Combination(testDescription: "timeout", width: 1) { futures in
      futures[0].timeout(after: .seconds(1), clock: ManualClock())
    },
    Combination(testDescription: "deadline", width: 1) { futures in
      let clock = ManualClock()
      return futures[0].deadline(clock.now.advanced(by: .seconds(1)), clock: clock)
    },
    Combination(testDescription: "timeout on the continuous clock", width: 1) { futures in
      futures[0].timeout(after: .seconds(3_600))
    },
    Combination(testDescription: "delay", width: 1) { $0[0].delay(by: .zero) },
    Combination(testDescription: "retry", width: 1) { futures in retry(max: 1) { futures[0] } },
    Combination(testDescription: "retry that decides", width: 1) { futures in
      retry(deciding: { _ in Promise(value: false) }) { futures[0] }
    },
    Combination(testDescription: "poll", width: 1) { futures in
      poll(every: .seconds(1), clock: ManualClock(), until: { _ in true }) { futures[0] }
    },
    Combination(testDescription: "anyway", width: 1) { futures in futures[0].anyway { $0 == nil } },
    Combination(testDescription: "then", width: 1) { futures in futures[0].then { [$0] } },
    Combination(testDescription: "then(async:)", width: 1) { futures in
      futures[0].then(async: { Promise(value: $0) })
    },
    Combination(testDescription: "rescue(async:)", width: 1) { futures in
      futures[0].rescue(async: { (error: any Error) in Promise<Canary>(error: error) })
    },
    Combination(testDescription: "unwrap", width: 1) { $0[0].map(Optional.some).unwrap() },
    Combination(testDescription: "cast", width: 1) { $0[0].cast(to: (any Sendable).self) },
    Combination(testDescription: "flatten", width: 1) {
      $0[0].map { Promise(value: $0) }.flatten()
    },
    Combination(testDescription: "nilOnError", width: 1) { $0[0].nilOnError() },
    Combination(testDescription: "using one that comes", width: 1) { futures in
      using(futures[0], release: ignore, { Promise(value: $0) })
    },
    Combination(testDescription: "using one for work", width: 1) { futures in
      using(Promise(value: 1), release: ignore, { [work = futures[0]] _ in work })
    },
    Combination(testDescription: "chain") { futures in
      let promise = Promise<Canary>()
      for future in futures { promise.chain(after: future) }
      return promise
    },
  ]
}

/// What outlives every promise that it might discard.
private let lasting = DiscardSource()
private let lastingBag = DiscardBag()

@Sendable private func ignore<Value>(_: Value) {}

struct CombiningLifetimeTests {
  private let values = Cage()
  private let captures = Cage()

  @Test(arguments: Combination.all, Ending.allCases)
  func `nothing stays`(of combination: Combination, ending: Ending) {
    do {
      let sources = (0..<combination.width).map { _ in Source() }
      let combined = combination.combine(sources.map { $0.stage(capturing: captures) })
      #expect(captures.living > 0)

      for source in sources { source.end(ending, of: combined, with: values) }

      #expect(!combined.isPending)
      #expect(captures.living == 0)
      for source in sources { source.hear(combined) }
    }
    #expect(values.living == 0)
  }

  @Test(arguments: Combination.all)
  func `nothing stays of one that nobody keeps`(combination: Combination) {
    do {
      let sources = (0..<combination.width).map { _ in Source() }
      _ = combination.combine(sources.map { $0.stage(capturing: captures) })

      for source in sources { source.end(.fulfilled, of: source.promise, with: values) }
    }
    #expect(values.living == 0)
    #expect(captures.living == 0)
  }
}
