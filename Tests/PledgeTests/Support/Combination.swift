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
  /// The stages of the trail if a source is rejected; see ``Operator/stages``.
  let stages: String
  let combine: Combine

  init(
    _ description: String,
    in file: String,
    _ stages: String,
    width: Int = 2,
    outlivesDiscard: Bool = false,
    _ combine: @escaping Combine
  ) {
    testDescription = description
    self.file = file
    self.width = width
    self.outlivesDiscard = outlivesDiscard
    self.stages = stages
    self.combine = combine
  }

  static let all = synchronous + asynchronous
  /// Combinators that release everything by the time they are settled.
  static let synchronous = ofSeveral + ofOne
}

extension Combination {
  static let ofSeveral: [Combination] = [
    Combination("all", in: "All", "all(Promise@)") { Pledge.all($0) },
    Combination("all of two types", in: "AllTuple", "all(Promise@)") { Pledge.all($0[0], $0[1]) },
    Combination("all of seven types", in: "All", "all(Promise@)", width: 7) {
      Pledge.all($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6])
    },
    Combination("all with progress", in: "AllProgress", "all(Promise@) → tap") {
      Pledge.all($0, progress: ProgressMonitor())
    },
    Combination("allSettled", in: "AllSettled", "allSettled") { allSettled($0) },
    Combination("allSettled of two types", in: "AllSettledTuple", "allSettled") {
      allSettled($0[0], $0[1])
    },
    Combination("allSettled of seven types", in: "AllSettled", "allSettled", width: 7) {
      allSettled($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6])
    },
    Combination("any", in: "Any", "any") { any($0) },
    Combination("chain", in: "Promise", "Promise(Promise@)") { futures in
      let promise = Promise<Canary>()
      for future in futures { promise.chain(after: future) }
      return promise
    },
    Combination("find", in: "Find", "find(Promise@)") { find($0) { _ in true } },
    Combination("mapConcurrently", in: "MapConcurrently", "mapConcurrently(Promise@)") {
      $0.mapConcurrently(limit: 2) { $0 }
    },
    Combination(
      "mapConcurrently with progress",
      in: "MapConcurrentlyProgress",
      "mapConcurrently(Promise@) → tap"
    ) {
      $0.mapConcurrently(limit: 2, progress: ProgressMonitor()) { $0 }
    },
    Combination("race", in: "Race", "race(Promise@)") { race($0) },
    Combination("reduce", in: "Reduce", "all(Promise@) → map") { reduce($0, []) { $0 + [$1] } },
    Combination("&&&", in: "Both", "all(Promise@)") { $0[0] &&& $0[1] },
    Combination("|||", in: "Either", "any") { $0[0] ||| $0[1] },
    Combination("||| of several types", in: "Either", "any") { $0[0] ||| $0[1].map { [$0] } },
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
    one("asVoid", in: "AsVoid", "Promise → map") { $0.asVoid() },
    one("cast", in: "Cast", "Promise → cast") { $0.cast(to: (any Sendable).self) },
    one("discarded(by: bag)", in: "DiscardBag", "Promise → map") {
      $0.map { $0 }.discarded(by: lastingBag)
    },
    one("discarded(by: token)", in: "DiscardToken", "Promise → map") {
      $0.map { $0 }.discarded(by: lasting.token)
    },
    one("firstValue", in: "FirstValue", "Promise → map → map") { $0.map { [$0] }.firstValue() },
    one("flatten", in: "Flatten", "Promise → map → flatten") {
      $0.map { Promise(value: $0) }.flatten()
    },
    one("lastValue", in: "LastValue", "Promise → map → map") { $0.map { [$0] }.lastValue() },
    one("nilOnError", in: "NilOnError", "Promise → mapResult") { $0.nilOnError() },
    one("replaceError", in: "ReplaceError", "Promise → map → recover") {
      $0.map { [$0] }.replaceError(with: [])
    },
    one("reporting", in: "Reporting", "Promise → tap") { $0.reporting(to: ProgressMonitor()) },
    one("sortedValues", in: "SortedValues", "Promise → map → map") {
      $0.map { _ in [2, 1] }.sortedValues()
    },
    one("unwrap", in: "Unwrap", "Promise → map → unwrap") { $0.map(Optional.some).unwrap() },
    one("&&& with a value on the right", in: "Both", "Promise → map") { $0 &&& 1 },
    one("&&& with a value on the left", in: "Both", "Promise → map") { 1 &&& $0 },
  ]

  private static let withHandlers: [Combination] = [
    one("anyway", in: "Anyway", "Promise → mapResult") { $0.anyway { $0 == nil } },
    one("anyway(async:)", in: "Anyway", "Promise → flatMapResult") {
      $0.anyway(async: { Promise(value: $0) })
    },
    one("fold", in: "Fold", "fold(Promise → map@)") { future in
      [future].fold([]) { canaries, next in next.map { canaries + [$0] } }
    },
    one("rescue", in: "Rescue", "Promise → map → mapResult") {
      $0.map { [$0] }.rescue { (_: any Error) in [Canary]() }
    },
    one("rescue(async:)", in: "Rescue", "… → flatMapResult(Promise^)") { future in
      future.rescue(async: { (error: any Error) in Promise<Canary>(error: error) })
    },
    one("then", in: "Then", "Promise → map") { $0.then { [$0] } },
    one("then(async:)", in: "Then", "Promise → flatMap") { $0.then(async: { Promise(value: $0) }) },
    one("using as the acquisition", in: "Using", "Promise → using", outlivesDiscard: true) {
      future in
      using(future, release: ignore, { Promise(value: $0) })
    },
    one("using as the work", in: "Using", "… → using(Promise@)") { future in
      using(Promise(value: 1), release: ignore, { _ in future })
    },
    one("using as the work, with an asynchronous release", in: "Using", "… → using(Promise@)") {
      future in
      using(Promise(value: 1), releaseThen: { _, _ in Promise(value: 2) }, { _ in future })
    },
    one(
      "using as an asynchronous release",
      in: "Using",
      "… → using(Promise@)",
      outlivesDiscard: true
    ) { future in
      using(Promise(value: 1), releaseThen: { _, _ in future }, { Promise(value: $0) })
    },
  ]

  private static let inTime: [Combination] = [
    one("after", in: "After", "… → flatMap(Promise@)") { future in
      after(.zero).flatMap { future }
    },
    one("delay", in: "Delay", "Promise → delay") { $0.delay(by: .zero) },
    one("poll", in: "Poll", "poll(Promise@)") { future in
      poll(every: .seconds(1), clock: ManualClock(), until: { _ in true }) { future }
    },
    one("retry", in: "Retry", "retry") { future in retry(max: 1) { future } },
    one("retry with a decision", in: "Retry", "retry") { future in
      retry(deciding: { _ in Promise(value: false) }) { future }
    },
    one("retry with a decision by the error", in: "RetryDecision", "retry") { future in
      retry(budget: RetryBudget(named: "test"), next: { _ in .stop }) { future }
    },
    one("hedge", in: "Hedge", "hedge") { future in
      hedge(after: .seconds(3_600), max: 2, budget: overdrawn) { future }
    },
    one("timeout on the continuous clock", in: "Timeout", "Promise → timeout") {
      $0.timeout(after: .seconds(3_600))
    },
  ]

  /// Combinators whose work ends with a sleeping task, at some later time.
  static let asynchronous: [Combination] = [
    one("deadline", in: "Deadline", "Promise → timeout") { future in
      let clock = ManualClock()
      return future.deadline(clock.now.advanced(by: .seconds(1)), clock: clock)
    },
    one("timeout", in: "Timeout", "Promise → timeout") {
      $0.timeout(after: .seconds(1), clock: ManualClock())
    },
  ]

  private static let started: [Combination] = [
    one("a lazy promise", in: "LazyPromise", "LazyPromise(Promise@) → map") { future in
      LazyPromise { future }.map { $0 }
    },
    one("an operation of a queue", in: "PromiseQueue", "PromiseQueue(Promise@)") { future in
      PromiseQueue().add { future }
    },
    one("an operation with a limit", in: "PromiseQueue", "PromiseQueue(Promise@)") { future in
      PromiseQueue().add(timeout: .seconds(3_600)) { future }
    },
    one("a load", in: "SingleFlight", "SingleFlight(Promise@)") { future in
      SingleFlight<Int, Canary>(limit: 0).value(for: 1) { future }
    },
    one("a request of a batch", in: "BatchLoader", "BatchLoader(Promise → map@)") { future in
      BatchLoader<Int, Canary>(window: .zero) { _ in future.map { [1: $0] } }.value(for: 1)
    },
  ]

  /// The operators, in their plain form.
  static let operators = Operator.all.map { operation in
    one(operation.testDescription, in: operation.file, operation.stages) {
      operation.plain($0) {}
    }
  }

  /// The operators, in their three forms.
  static let operatorForms = Operator.all.flatMap { operation in
    let forms: [(String, @Sendable (Future<Canary>) -> any Stage)] = [
      ("", { operation.plain($0) {} }),
      (" on a context", { operation.onContext($0, ManualContext()) {} }),
      (" on the main actor", { operation.onMainActor($0) {} }),
    ]
    return forms.map { form, derive in
      one(operation.testDescription + form, in: operation.file, operation.stages, derive)
    }
  }

  private static func one(
    _ description: String,
    in file: String,
    _ stages: String,
    outlivesDiscard: Bool = false,
    _ combine: @escaping @Sendable (Future<Canary>) -> any Stage
  ) -> Combination {
    Combination(description, in: file, stages, width: 1, outlivesDiscard: outlivesDiscard) {
      combine($0[0])
    }
  }
}
