public import Foundation
public import Pledge

// Foundation's own cancellations, so that none of them is taken for a failure. Errors that come from
// Objective-C are instances of `NSError`, whatever they can be cast to.

extension URLError: CancellableError {
  /// Whether the code is `cancelled`.
  public var isCancelled: Bool { code == .cancelled }
}

extension CocoaError: CancellableError {
  /// Whether the code is `userCancelled`.
  public var isCancelled: Bool { code == .userCancelled }
}

extension NSError: CancellableError {
  /// Whether it stands for `URLError.cancelled` or `CocoaError.userCancelled`.
  public var isCancelled: Bool {
    switch domain {
    case NSURLErrorDomain: code == URLError.cancelled.rawValue
    case NSCocoaErrorDomain: code == CocoaError.userCancelled.rawValue
    default: false
    }
  }
}
