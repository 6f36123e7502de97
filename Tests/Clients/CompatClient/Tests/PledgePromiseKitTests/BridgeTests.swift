import Dispatch
import Pledge
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Bridges {
    typealias Promise = PledgePromiseKit.Promise

    @Test func `a promise is a future of Pledge's`() async throws {
      let (promise, seal) = Promise<Int>.pending()
      let future = promise.pledge
      #expect(future.isPending)
      seal.fulfill(1)
      #expect(try await future.value == 1)
      await #expect(throws: Problem.first) {
        try await Promise<Int>(error: Problem.first).pledge.value
      }
      #expect(try await Guarantee.value(2).pledge.value == 2)
    }

    @Test func `a future of Pledge's is a promise`() async throws {
      let source = Pledge.Promise<Int>()
      let promise = Promise(pledge: source)
      source.resolve(1)
      #expect(promise.value == 1)
      #expect(problem(Promise(pledge: Pledge.Promise<Int>(error: Problem.first)).error) == .first)
    }

    @Test func `discarding the future does not affect the promise`() throws {
      let (promise, seal) = Promise<Int>.pending()
      let future = try #require(promise.pledge as? Pledge.Promise<Int>)
      let derived = promise.map(on: nil) { $0 + 1 }
      future.discard()
      #expect(promise.isPending)
      seal.fulfill(1)
      #expect(promise.value == 1)
      #expect(derived.value == 2)
    }

    @Test func `a discard is a cancellation, and a cancellation a discard`() {
      let source = Pledge.Promise<Int>()
      let promise = Promise(pledge: source)
      source.discard()
      guard case PMKError.cancelled? = promise.error else { return #expect(Bool(false)) }
      let future = Promise<Int>(error: PMKError.cancelled).pledge
      guard case .failure(let error) = future.result else { return #expect(Bool(false)) }
      #expect(error is DiscardedError)
      let task = Promise(pledge: Pledge.Promise<Int>(error: CancellationError()))
      #expect(task.error?.isCancelled == true)
      #expect(DiscardedError().isCancelled)
    }

    @Test func `an error that represents a cancellation does so on both sides`() {
      let future = Promise<Int>(error: Dismissed()).pledge
      guard case .failure(let error) = future.result else { return #expect(Bool(false)) }
      #expect(error is Dismissed && error.isCancellation)
      #expect(Promise(pledge: future).error?.isCancelled == true)
    }

    @Test func `a future with a consumer here is not discarded when another one detaches`() {
      let stopped = Locked(false)
      let source = Pledge.Promise<Int>(discard: { stopped.withLock { $0 = true } })
      let promise = Promise(pledge: source)
      let other = source.map { $0 }
      other.discard()
      #expect(!stopped.value)
      source.resolve(3)
      #expect(promise.value == 3)
    }

    @Test func `a promise that breaks rejects the future`() {
      logged {
        var futures: [Future<Int>] = []
        do {
          let (promise, seal) = Promise<Int>.pending()
          let (guarantee, resolve) = Guarantee<Int>.pending()
          futures = [promise.pledge, guarantee.pledge]
          withExtendedLifetime((seal, resolve)) {}
        }
        for broken in futures {
          guard case .failure(let error)? = broken.result else { return #expect(Bool(false)) }
          #expect(error is BrokenPromiseError)
        }
      }
    }

    @Test func `a broken future leaves the promise pending`() {
      #expect(Promise(pledge: Pledge.Promise<Int>.pending().promise).isPending)
    }
  }
}

private struct Dismissed: PledgePromiseKit.CancellableError {
  var isCancelled: Bool { true }
}
