import Foundation
import Pledge
import PledgeFoundation
import Testing

struct CancellableErrorTests {
  /// Errors as existentials, as `catch` provides them.
  private func isCancellation(_ error: any Error) -> Bool { error.isCancellation }

  @Test(
    arguments: [
      (URLError(.cancelled), true), (URLError(.timedOut), false),
      (CocoaError(.userCancelled), true), (CocoaError(.fileNoSuchFile), false),
      (NSError(domain: NSURLErrorDomain, code: URLError.cancelled.rawValue), true),
      (NSError(domain: NSURLErrorDomain, code: URLError.timedOut.rawValue), false),
      (NSError(domain: NSCocoaErrorDomain, code: CocoaError.userCancelled.rawValue), true),
      (NSError(domain: NSCocoaErrorDomain, code: URLError.cancelled.rawValue), false),
      (NSError(domain: "other", code: URLError.cancelled.rawValue), false),
    ] as [(any Error, Bool)]
  )
  func `cancellations are those of a transfer and of the user`(error: any Error, expected: Bool) {
    #expect(isCancellation(error) == expected)
  }
}
