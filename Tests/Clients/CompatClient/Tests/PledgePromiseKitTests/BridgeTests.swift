import Dispatch
import Pledge
import PledgePromiseKit
import TestSupport
import Testing

extension PromiseKitTests {
  @Suite struct Bridges {
    typealias Promise = PledgePromiseKit.Promise

    @Test func `a guarantee is a future of Pledge's`() async throws {
      #expect(try await Guarantee.value(2).pledge.value == 2)
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
  }
}

private struct Dismissed: PledgePromiseKit.CancellableError {
  var isCancelled: Bool { true }
}
