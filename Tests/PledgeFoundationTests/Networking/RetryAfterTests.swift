import Foundation
import PledgeFoundation
import Testing

@Suite struct RetryAfterTests {
  /// 1994-11-06, 08:49:37 GMT, the date in the examples of RFC 9110.
  private let date = Date(timeIntervalSince1970: 784_111_777)

  private func error(_ headers: [String: String]) throws -> HTTPError {
    let url = try #require(URL(string: "http://example.org/users/7"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: 503, httpVersion: nil, headerFields: headers)
    )
    return HTTPError(response: response, body: Data())
  }

  @Test(arguments: [
    ("120", 120), ("0", 0), (" 7 ", 7), ("299.997", 300), ("1.5", 2), ("7.0", 7), ("0.001", 1),
    ("0.0", 0), (String(repeating: "9", count: 400), 100 * 365 * 86_400),
  ])
  func `a number is the time in seconds, rounded up, and at most a hundred years`(
    text: String,
    seconds: Int
  ) throws {
    let error = try error(["retry-after": text])

    #expect(error.retryAfter == .seconds(seconds))
    #expect(error.retryAfter(at: date) == .seconds(seconds))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `a date is measured from now, in each format of HTTP`(text: String) throws {
    let error = try error(["Retry-After": text])

    #expect(error.retryAfter(at: date.addingTimeInterval(-90)) == .seconds(90))
    #expect(error.retryAfter(at: date) == .zero)
    #expect(error.retryAfter(at: date.addingTimeInterval(90)) == .zero)
  }

  @Test func `a year of two digits is at most fifty years ahead`() throws {
    let ahead = try error(["Retry-After": "Friday, 06-Nov-43 08:49:37 GMT"])
    let passed = try error(["Retry-After": "Tuesday, 06-Nov-45 08:49:37 GMT"])

    let wait = try #require(ahead.retryAfter(at: date))
    #expect(wait / .seconds(365 * 86_400) > 49)
    #expect(passed.retryAfter(at: date) == .zero)
  }

  @Test(arguments: [
    "", "soon", "-5", "12s", ".", "1.", ".5", "1.5.5", "1,5", "1e3", "0x10", "nan", "06 Nov 1994",
    "Sun, 32 Nov 1994 08:49:37 GMT",
  ])
  func `without the header, or with an invalid one, there is no time`(text: String) throws {
    #expect(try error(["Retry-After": text]).retryAfter == nil)
    #expect(try error([:]).retryAfter == nil)
  }

  @Test func `a date is measured from any time`() throws {
    let error = try error(["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])

    #expect(error.retryAfter(at: .distantFuture) == .zero)
    #expect(error.retryAfter(at: .distantPast) == .seconds(100 * 365 * 86_400))
    for time in [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude] {
      _ = error.retryAfter(at: Date(timeIntervalSinceReferenceDate: time))
    }
  }
}
