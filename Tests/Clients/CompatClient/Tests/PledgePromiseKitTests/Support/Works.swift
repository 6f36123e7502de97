import PledgePromiseKit
import TestSupport

/// Creates promises, counts them, and settles them on request.
final class Works: IteratorProtocol, Sendable {
  private struct State {
    var promises: [(promise: Promise<Int>, resolver: Resolver<Int>?)] = []
    let count: Int
  }

  private let state: Locked<State>

  init(count: Int) {
    state = Locked(State(count: count))
  }

  var started: Int { state.value.promises.count }

  func next() -> Promise<Int>? {
    state.withLock { state in
      guard state.promises.count < state.count else { return nil }
      let (promise, resolver) = Promise<Int>.pending()
      state.promises.append((promise, resolver))
      return promise
    }
  }

  func finish(_ index: Int) {
    takeResolver(index)?.fulfill(index)
  }

  func finish(_ index: Int, with error: any Error) {
    takeResolver(index)?.reject(error)
  }

  /// Breaks a promise.
  func breakPromise(_ index: Int) {
    withExtendedLifetime(takeResolver(index)) {}
  }

  /// Removes and returns the resolver of a promise, if the promise has been created.
  private func takeResolver(_ index: Int) -> Resolver<Int>? {
    state.withLock { state in
      guard index < state.promises.count else { return nil }
      defer { state.promises[index].resolver = nil }
      return state.promises[index].resolver
    }
  }
}
