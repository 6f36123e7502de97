import Foundation
import PledgeSupport

// Foundation's errors describe themselves with their whole dictionary, including the URL of a
// request with its query. In lists of errors, reports, and logs, one line is enough. Errors from
// Objective-C are instances of `NSError`, whatever types they can be cast to.

extension URLError: LineDescribedError {
  package var lineDescription: String { (self as NSError).lineDescription }
}

extension CocoaError: LineDescribedError {
  package var lineDescription: String { (self as NSError).lineDescription }
}

extension POSIXError: LineDescribedError {
  package var lineDescription: String { (self as NSError).lineDescription }
}

extension NSError: LineDescribedError {
  package var lineDescription: String { "\(name) \(code)\(meaning)\(place)".escaped() }

  /// The name of the error's type in Swift, or its domain.
  private var name: String {
    switch domain {
    case NSURLErrorDomain: "URLError"
    case NSCocoaErrorDomain: "CocoaError"
    case NSPOSIXErrorDomain: "POSIXError"
    default: domain
    }
  }

  /// The localized description, unless it only repeats the domain and the code.
  private var meaning: String {
    let text = localizedDescription
    return text.contains(domain) ? "" : " (\(text))"
  }

  /// The address of the request, or the path of the file, if known.
  private var place: String {
    if let url = userInfo[NSURLErrorFailingURLErrorKey] as? URL { return " from \(url.logText)" }
    return (userInfo[NSFilePathErrorKey] as? String).map { " at \($0)" } ?? ""
  }
}
