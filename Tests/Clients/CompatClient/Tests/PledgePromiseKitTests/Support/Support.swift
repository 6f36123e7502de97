import PledgePromiseKit
import TestSupport
import Testing

/// All tests of this module, run one after another: some tests change the global configuration.
@Suite(.serialized) enum PromiseKitTests {}

/// The errors of these tests.
enum Problem: Error, Equatable {
  case first
  case second
}

/// Runs `body` and restores the configuration afterward.
///
/// - Returns: The events that were logged in between.
@discardableResult
func logged(_ body: () throws -> Void) rethrows -> [String] {
  let kept = conf
  defer { conf = kept }
  let log = Log<String>()
  conf.logHandler = { log.add("\($0)") }
  try body()
  return log.entries
}

/// Waits for the outcome.
func outcome<P: Thenable>(of promise: P) async -> PledgePromiseKit.Result<P.T> where P.T: Sendable {
  await withCheckedContinuation { continuation in
    promise.pipe { continuation.resume(returning: $0) }
  }
}

/// Returns `error` as a problem, if it is one.
func problem(_ error: (any Error)?) -> Problem? { error as? Problem }

/// Returns whether `error` is `expected`, by their descriptions.
func isSame(_ error: (any Error)?, _ expected: PMKError) -> Bool {
  (error as? PMKError)?.debugDescription == expected.debugDescription
}

/// Creates promises, keeps their resolvers for any thread to take, and records concurrent calls.
final class Works: IteratorProtocol, Sendable {
  private struct State {
    var resolvers: [Resolver<Int>?] = []
    var settled = 0
    var most = 0
    var isInside = false
    var hasMet = false
    let count: Int
  }

  private let state: Locked<State>

  init(count: Int) {
    state = Locked(State(count: count))
  }

  var started: Int { state.value.resolvers.count }
  /// The maximum number of outstanding promises.
  var most: Int { state.value.most }
  /// Whether two threads were in the generator at the same time.
  var hasMet: Bool { state.value.hasMet }

  func next() -> Promise<Int>? {
    state.withLock {
      if $0.isInside { $0.hasMet = true }
      $0.isInside = true
    }
    let (promise, resolver) = Promise<Int>.pending()
    return state.withLock { state in
      state.isInside = false
      guard state.resolvers.count < state.count else {
        resolver.fulfill(0)
        return nil
      }
      state.resolvers.append(resolver)
      state.most = max(state.most, state.resolvers.count - state.settled)
      return promise
    }
  }

  func finish(_ index: Int) { takeResolver { _ in index }?.resolver.fulfill(index) }

  func finish(_ index: Int, with error: any Error) {
    takeResolver { _ in index }?.resolver.reject(error)
  }

  /// Breaks a promise.
  func breakPromise(_ index: Int) { withExtendedLifetime(takeResolver { _ in index }) {} }

  /// Settles the promises until all are settled, or until no more are created; rejects each
  /// `failing`th one.
  func settleAll(failing: Int? = nil) {
    var attempts = 1_000_000
    while attempts > 0, state.withLock({ $0.settled < $0.count }) {
      guard let (index, resolver) = takeResolver({ $0.lastIndex { $0 != nil } }) else {
        attempts -= 1
        continue
      }
      if let failing, index.isMultiple(of: failing) {
        resolver.reject(Problem.first)
      } else {
        resolver.fulfill(index)
      }
    }
  }

  /// Removes and returns the resolver of a promise, if the promise has been created.
  private func takeResolver(
    _ choose: ([Resolver<Int>?]) -> Int?
  ) -> (index: Int, resolver: Resolver<Int>)? {
    state.withLock { state in
      guard let index = choose(state.resolvers), index < state.resolvers.count,
        let resolver = state.resolvers[index]
      else { return nil }
      state.resolvers[index] = nil
      state.settled += 1
      return (index, resolver)
    }
  }
}
