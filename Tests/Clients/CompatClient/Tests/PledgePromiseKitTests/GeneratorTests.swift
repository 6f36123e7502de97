import Dispatch
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  /// Tests generators whose promises are settled by several threads.
  @Suite(.hangLimit) struct Generators {
    @Test(arguments: [1, 2, 5])
    func `threads that settle call a generator one at a time, up to the limit`(limit: Int) async {
      let generator = PromiseGenerator(count: 300)
      let all = when(fulfilled: generator, concurrently: limit)
      await onThreads(2) { _ in generator.settleAll() }
      #expect(all.value == Array(0..<300))
      #expect(generator.most == limit)
      #expect(!generator.hasMet)
    }

    @Test(arguments: [1, 2, 5])
    func `threads that settle call a generator for outcomes one at a time, too`(limit: Int) async {
      let generator = PromiseGenerator(count: 300)
      let all = when(resolved: generator, concurrently: limit)
      await onThreads(2) { _ in generator.settleAll(failing: 7) }
      #expect(all.value?.map(\.isFulfilled) == (0..<300).map { $0 % 7 != 0 })
      #expect(generator.most == limit)
      #expect(!generator.hasMet)
    }

    @Test func `settling while another thread is in the generator does not block`() async {
      let (begun, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let pending = (0..<2).map { _ in Promise<Int>.pending() }
      let calls = Locked(0)
      let generator = AnyIterator { () -> Promise<Int>? in
        let call = calls.withLock { count in
          defer { count += 1 }
          return count
        }
        guard call == 2 else { return call < 2 ? pending[call].promise : nil }
        begun.signal()
        returned.wait()
        return .value(2)
      }
      let all = when(fulfilled: generator, concurrently: 2)
      await onThreads(2) { thread in
        guard thread == 1 else { return pending[0].resolver.fulfill(0) }
        begun.wait()
        pending[1].resolver.fulfill(1)
        returned.signal()
      }
      #expect(all.value == [0, 1, 2])
      #expect(calls.value == 4)
    }
  }
}

/// Creates promises, keeps their resolvers for any thread to take, and records concurrent calls.
private final class PromiseGenerator: IteratorProtocol, Sendable {
  private struct State {
    var resolvers: [(number: Int, resolver: Resolver<Int>)] = []
    var started = 0
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
      guard state.started < state.count else {
        resolver.fulfill(0)
        return nil
      }
      state.resolvers.append((state.started, resolver))
      state.started += 1
      state.most = max(state.most, state.started - state.settled)
      return promise
    }
  }

  /// Settles the promises until all are settled, or until no more are created; rejects each
  /// `failing`th one.
  func settleAll(failing: Int? = nil) {
    var attempts = 1_000_000
    while attempts > 0, state.withLock({ $0.settled < $0.count }) {
      let taken = state.withLock { state in
        let taken = state.resolvers.popLast()
        if taken != nil { state.settled += 1 }
        return taken
      }
      guard let (number, resolver) = taken else {
        attempts -= 1
        continue
      }
      if let failing, number.isMultiple(of: failing) {
        resolver.reject(Problem.first)
      } else {
        resolver.fulfill(number)
      }
    }
  }
}
