public import Foundation
public import Pledge

// Foundation's own cancellation errors, so that they do not count as failures. Errors from
// Objective-C are instances of `NSError`, whatever types they can be cast to.

extension URLError: CancellableError {
  /// Whether the code is `cancelled`.
  public var isCancelled: Bool { code == .cancelled }
}

extension CocoaError: CancellableError {
  /// Whether the code is `userCancelled`.
  public var isCancelled: Bool { code == .userCancelled }
}

extension NSError: CancellableError {
  /// Whether the domain and code are those of `URLError.cancelled` or `CocoaError.userCancelled`.
  public var isCancelled: Bool {
    switch domain {
    case NSURLErrorDomain: code == URLError.cancelled.rawValue
    case NSCocoaErrorDomain: code == CocoaError.userCancelled.rawValue
    default: false
    }
  }
}
