public import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPError {
  /// The time that the server asks to wait before the next request, measured from now.
  ///
  ///     retry(next: { error in
  ///       (error as? HTTPError)?.retryAfter.map { .again(after: $0) } ?? .stop
  ///     }) { session.request(url) }
  ///
  /// Same as ``HTTPError/retryAfter(at:)`` for the current time.
  public var retryAfter: Duration? { retryAfter(at: Date()) }

  /// Returns the time that the server asks to wait before the next request: that of the header
  /// `Retry-After`: a number of seconds, or a date.
  ///
  /// A number of seconds that is not whole, which HTTP does not allow but some servers send, is
  /// rounded up.
  ///
  /// - Parameter now: The current time, from which a date is measured.
  /// - Returns: The time, from zero, for a date that has passed, to a hundred years; `nil` if the
  ///   header is missing or invalid.
  public func retryAfter(at now: Date) -> Duration? {
    guard let header = response.value(forHTTPHeaderField: "Retry-After") else { return nil }
    let text = header.trimmingCharacters(in: .whitespaces)
    return HTTPError.seconds(text)
      ?? HTTPError.date(text, at: now).map { date in
        let wait = date.timeIntervalSince(now)
        // The comparison is false for NaN, too.
        return .seconds(wait > 0 ? min(wait, HTTPError.longest) : 0)
      }
  }

  private static let longest = 100.0 * 365 * 86_400

  private static func seconds(_ text: String) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(digits.contains) }) else {
      return nil
    }
    return Double(text).map { .seconds(min($0.rounded(.up), longest)) }
  }

  /// Returns the date in one of the three formats that HTTP allows (RFC 9110, section 5.6.7).
  private static func date(_ text: String, at now: Date) -> Date? {
    let parser = DateFormatter()
    parser.locale = Locale(identifier: "en_US_POSIX")
    parser.timeZone = TimeZone(secondsFromGMT: 0)
    // A year of two digits is never more than fifty years ahead.
    parser.twoDigitStartDate = now.addingTimeInterval(-50 * 365.25 * 86_400)
    let formats = [
      "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
      "EEE MMM d HH:mm:ss yyyy",
    ]
    return formats.lazy.compactMap { format in
      parser.dateFormat = format
      return parser.date(from: text)
    }.first
  }
}
