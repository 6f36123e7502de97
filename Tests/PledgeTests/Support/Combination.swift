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
