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

@Suite(.hangLimit)
struct CancellationTests {
  @Test func `an error is a cancellation if it declares itself one`() {
    #expect(isCancellation(StoreError.dismissed))
    #expect(!isCancellation(StoreError.broken))
    #expect(StoreError.dismissed.isCancellation)
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
