import Pledge
import PledgeTestSupport
import Testing

/// An error that is a failure or a cancellation, depending on the instance.
private enum StoreError: Error, CancellableError {
  case broken
  case dismissed

  var isCancelled: Bool { self == .dismissed }
}

/// Returns whether an error of any type, as passed to `catch` handlers, is a cancellation.
private func isCancellation(_ error: any Error) -> Bool {
  error.isCancellation
}

@Suite(.timeLimit(.minutes(60)))
struct CancellationTests {
  @Test func `cancellation errors of Pledge and Swift are cancellations`() {
    #expect(isCancellation(DiscardedError()))
    #expect(isCancellation(CancellationError()))
    #expect(DiscardedError().isCancellation)
  }

  @Test func `an error is a cancellation if it declares itself one`() {
    #expect(isCancellation(StoreError.dismissed))
    #expect(!isCancellation(StoreError.broken))
    #expect(StoreError.dismissed.isCancellation)
  }

  @Test func `other errors are not cancellations`() {
    #expect(!isCancellation(Broken()))
    #expect(!isCancellation(TimeoutError(limit: .seconds(1))))
    #expect(!isCancellation(RejectionReasonError(nil)))
  }

  @Test(arguments: [StoreError.dismissed, .broken])
  private func `only a failure is retried`(error: StoreError) {
    let attempts = Log<Void>()
    let promise = retry(max: 3) {
      attempts.add()
      return Promise<Int>(error: error)
    }

    #expect(attempts.count == (error == .broken ? 3 : 1))
    #expect((promise.failure is StoreError) == (error == .dismissed))
  }
}
