import Foundation
import PledgeSupport

extension URL {
  /// The address without its possible secrets: the user, password, query, and fragment.
  ///
  /// Nonprintable characters are escaped.
  var logText: String { publicText.escaped() }

  private var publicText: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return host ?? "an unreadable address"
    }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    return parts.string ?? host ?? "an unreadable address"
  }
}
