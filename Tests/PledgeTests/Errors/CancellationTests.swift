import Pledge
import PledgeTestSupport
import Testing

/// An error that is a failure or a cancellation, depending on the instance.
private enum StoreError: Error, CancellableError {
  case broken
  case dismissed

  var isCancelled: Bool { self == .dismissed }
}

@Suite(.hangLimit)
struct CancellationTests {
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
