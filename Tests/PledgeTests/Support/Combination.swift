import Pledge
import PledgeTestSupport
import Testing

/// A combinator of several promises, or an operator on one promise that is not an `Operator`.
struct Combination: Sendable, CustomTestStringConvertible {
  typealias Combine = @Sendable ([Future<Canary>]) -> any Stage

  let testDescription: String
  /// The name of the file that declares the combinator, without path and extension.
  let file: String
  /// The number of promises it waits for.
  let width: Int
  /// Whether a discard leaves the promises it waits for running.
  let outlivesDiscard: Bool
  let combine: Combine

  init(
    _ description: String,
    in file: String,
    width: Int = 2,
    outlivesDiscard: Bool = false,
    _ combine: @escaping Combine
  ) {
    testDescription = description
    self.file = file
    self.width = width
    self.outlivesDiscard = outlivesDiscard
    self.combine = combine
  }

  static let all = synchronous + asynchronous
  /// Combinators that release everything by the time they are settled.
  static let synchronous = ofSeveral + ofOne
}

extension Combination {
  static let ofSeveral: [Combination] = [
    Combination("all", in: "All") { Pledge.all($0) },
    Combination("all of two types", in: "AllTuple") { Pledge.all($0[0], $0[1]) },
    Combination("all of seven types", in: "All", width: 7) {
      Pledge.all($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6])
    },
    Combination("all with progress", in: "AllProgress") {
      Pledge.all($0, progress: ProgressMonitor())
    },
    Combination("allSettled", in: "AllSettled") { allSettled($0) },
    Combination("allSettled of two types", in: "AllSettledTuple") { allSettled($0[0], $0[1]) },
    Combination("allSettled of seven types", in: "AllSettled", width: 7) {
      allSettled($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6])
    },
    Combination("any", in: "Any") { any($0) },
    Combination("chain", in: "Promise") { futures in
      let promise = Promise<Canary>()
      for future in futures { promise.chain(after: future) }
      return promise
    },
    Combination("find", in: "Find") { find($0) { _ in true } },
    Combination("mapConcurrently", in: "MapConcurrently") { $0.mapConcurrently(limit: 2) { $0 } },
    Combination("mapConcurrently with progress", in: "MapConcurrentlyProgress") {
      $0.mapConcurrently(limit: 2, progress: ProgressMonitor()) { $0 }
    },
    Combination("race", in: "Race") { race($0) },
    Combination("reduce", in: "Reduce") { reduce($0, []) { $0 + [$1] } },
    Combination("&&&", in: "Both") { $0[0] &&& $0[1] },
    Combination("|||", in: "Either") { $0[0] ||| $0[1] },
    Combination("||| of several types", in: "Either") { $0[0] ||| $0[1].map { [$0] } },
  ]
}

// Combinators that wait for a single promise.

/// A source that outlives every promise attached to it.
private let lasting = DiscardSource()
private let lastingBag = DiscardBag()

private let overdrawn = RetryBudget(named: "test", ratio: 0, minimumRate: 0)

@Sendable private func ignore<Value>(_: Value) {}

extension Combination {
  static let ofOne = withoutHandlers + withHandlers + inTime + started

  private static let withoutHandlers: [Combination] = [
    one("asVoid", in: "AsVoid") { $0.asVoid() },
    one("cast", in: "Cast") { $0.cast(to: (any Sendable).self) },
    one("discarded(by: bag)", in: "DiscardBag") { $0.map { $0 }.discarded(by: lastingBag) },
    one("discarded(by: token)", in: "DiscardToken") { $0.map { $0 }.discarded(by: lasting.token) },
    one("firstValue", in: "FirstValue") { $0.map { [$0] }.firstValue() },
    one("flatten", in: "Flatten") { $0.map { Promise(value: $0) }.flatten() },
    one("lastValue", in: "LastValue") { $0.map { [$0] }.lastValue() },
    one("nilOnError", in: "NilOnError") { $0.nilOnError() },
    one("replaceError", in: "ReplaceError") { $0.map { [$0] }.replaceError(with: []) },
    one("reporting", in: "Reporting") { $0.reporting(to: ProgressMonitor()) },
    one("sortedValues", in: "SortedValues") { $0.map { _ in [2, 1] }.sortedValues() },
    one("unwrap", in: "Unwrap") { $0.map(Optional.some).unwrap() },
    one("&&& with a value on the right", in: "Both") { $0 &&& 1 },
    one("&&& with a value on the left", in: "Both") { 1 &&& $0 },
  ]

  private static let withHandlers: [Combination] = [
    one("anyway", in: "Anyway") { $0.anyway { $0 == nil } },
    one("anyway(async:)", in: "Anyway") { $0.anyway(async: { Promise(value: $0) }) },
    one("fold", in: "Fold") { future in
      [future].fold([]) { canaries, next in next.map { canaries + [$0] } }
    },
    one("rescue", in: "Rescue") { $0.map { [$0] }.rescue { (_: any Error) in [Canary]() } },
    one("rescue(async:)", in: "Rescue") { future in
      future.rescue(async: { (error: any Error) in Promise<Canary>(error: error) })
    },
    one("then", in: "Then") { $0.then { [$0] } },
    one("then(async:)", in: "Then") { $0.then(async: { Promise(value: $0) }) },
    one("using as the acquisition", in: "Using", outlivesDiscard: true) { future in
      using(future, release: ignore, { Promise(value: $0) })
    },
    one("using as the work", in: "Using") { future in
      using(Promise(value: 1), release: ignore, { _ in future })
    },
    one("using as the work, with an asynchronous release", in: "Using") { future in
      using(Promise(value: 1), releaseThen: { _, _ in Promise(value: 2) }, { _ in future })
    },
    one("using as an asynchronous release", in: "Using", outlivesDiscard: true) { future in
      using(Promise(value: 1), releaseThen: { _, _ in future }, { Promise(value: $0) })
    },
  ]

  private static let inTime: [Combination] = [
    one("after", in: "After") { future in after(.zero).flatMap { future } },
    one("delay", in: "Delay") { $0.delay(by: .zero) },
    one("poll", in: "Poll") { future in
      poll(every: .seconds(1), clock: ManualClock(), until: { _ in true }) { future }
    },
    one("retry", in: "Retry") { future in retry(max: 1) { future } },
    one("retry with a decision", in: "Retry") { future in
      retry(deciding: { _ in Promise(value: false) }) { future }
    },
    one("retry with a decision by the error", in: "RetryDecision") { future in
      retry(budget: RetryBudget(named: "test"), next: { _ in .stop }) { future }
    },
    one("hedge", in: "Hedge") { future in
      hedge(after: .seconds(3_600), max: 2, budget: overdrawn) { future }
    },
    one("timeout on the continuous clock", in: "Timeout") { $0.timeout(after: .seconds(3_600)) },
  ]

  /// Combinators whose work ends with a sleeping task, at some later time.
  static let asynchronous: [Combination] = [
    one("deadline", in: "Deadline") { future in
      let clock = ManualClock()
      return future.deadline(clock.now.advanced(by: .seconds(1)), clock: clock)
    },
    one("timeout", in: "Timeout") { $0.timeout(after: .seconds(1), clock: ManualClock()) },
  ]

  private static let started: [Combination] = [
    one("a lazy promise", in: "LazyPromise") { future in LazyPromise { future }.map { $0 } },
    one("an operation of a queue", in: "PromiseQueue") { future in PromiseQueue().add { future } },
    one("a load", in: "SingleFlight") { future in
      SingleFlight<Int, Canary>(limit: 0).value(for: 1) { future }
    },
    one("a request of a batch", in: "BatchLoader") { future in
      BatchLoader<Int, Canary>(window: .zero) { _ in future.map { [1: $0] } }.value(for: 1)
    },
  ]

  private static func one(
    _ description: String,
    in file: String,
    outlivesDiscard: Bool = false,
    _ combine: @escaping @Sendable (Future<Canary>) -> any Stage
  ) -> Combination {
    Combination(description, in: file, width: 1, outlivesDiscard: outlivesDiscard) {
      combine($0[0])
    }
  }
}
