import Foundation
import Pledge
import PledgeFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct CancellableErrorTests {
  /// Errors as existentials, as `catch` provides them.
  private func isCancellation(_ error: any Error) -> Bool { error.isCancellation }

  @Test func `a canceled transfer is a cancellation`() {
    #expect(isCancellation(URLError(.cancelled)))
    #expect(!isCancellation(URLError(.timedOut)))
  }

  @Test func `a user cancellation is a cancellation`() {
    #expect(isCancellation(CocoaError(.userCancelled)))
    #expect(!isCancellation(CocoaError(.fileNoSuchFile)))
  }

  @Test(arguments: [
    (NSURLErrorDomain, URLError.cancelled.rawValue, true),
    (NSURLErrorDomain, URLError.timedOut.rawValue, false),
    (NSCocoaErrorDomain, CocoaError.userCancelled.rawValue, true),
    (NSCocoaErrorDomain, URLError.cancelled.rawValue, false),
    ("other", URLError.cancelled.rawValue, false),
  ])
  func `an NSError is classified by domain and code`(domain: String, code: Int, expected: Bool) {
    #expect(isCancellation(NSError(domain: domain, code: code)) == expected)
  }
}
