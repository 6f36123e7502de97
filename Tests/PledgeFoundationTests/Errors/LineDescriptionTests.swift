import Foundation
import Pledge
import PledgeFoundation
import Testing

/// How errors that contain others describe Foundation's.
struct LineDescriptionTests {
  private func lastError(_ error: any Error) -> String {
    RetryError(errors: [error]).description
  }

  @Test func `a transfer has its code, its meaning, and its address without secrets`() throws {
    let url = try #require(URL(string: "http://ada:secret@example.org/users?token=secret#secret"))
    let details: [String: any Sendable] = [
      NSLocalizedDescriptionKey: "no connection",
      NSURLErrorFailingURLErrorKey: url,
      "NSErrorFailingURLStringKey": url.absoluteString,
    ]
    let text = "URLError -1004 (no connection) from http://example.org/users"

    #expect(
      lastError(URLError(.cannotConnectToHost, userInfo: details))
        == "failed once; last error: \(text)"
    )
    #expect(
      lastError(NSError(domain: NSURLErrorDomain, code: -1004, userInfo: details))
        == "failed once; last error: \(text)"
    )
  }

  private struct Missing: Error, CustomNSError { let id = 7 }

  private static let file = [NSFilePathErrorKey: "/none", NSLocalizedDescriptionKey: "no file"]
  private static let hostile = [
    NSFilePathErrorKey: "/no\nne", NSLocalizedDescriptionKey: "\u{1B}[31mred",
  ]

  @Test(
    "a file has its path, a repeated domain is left out, and the text is escaped",
    arguments: [
      (CocoaError(.fileReadNoSuchFile, userInfo: file), "CocoaError 260 (no file) at /none"),
      (NSError(domain: "App", code: 3), "App 3"), (Missing(), "Missing(id: 7)"),
      (
        NSError(domain: "A\u{202E}", code: 3, userInfo: hostile),
        #"A\u{202E} 3 (\u{1B}[31mred) at /no\nne"#
      ),
    ] as [(any Error, String)]
  )
  func lines(error: any Error, text: String) {
    #expect(lastError(error) == "failed once; last error: \(text)")
  }

  @Test func `a list has one line for each error`() {
    let posix = POSIXError(.ENOENT)
    let slow = URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "too slow"])

    #expect(
      AggregateError(errors: [posix, slow]).description == """
        2 errors:
        - POSIXError 2 (\(posix.localizedDescription))
        - URLError -1001 (too slow)
        """
    )
  }
}
