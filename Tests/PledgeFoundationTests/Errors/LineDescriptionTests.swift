import Foundation
import Pledge
import PledgeFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

  @Test func `a description that repeats the domain is left out`() {
    #expect(lastError(NSError(domain: "App", code: 3)) == "failed once; last error: App 3")
  }

  @Test func `a file has its path`() {
    let path = [NSFilePathErrorKey: "/none"]
    let details = path.merging([NSLocalizedDescriptionKey: "no file"]) { $1 }

    #expect(
      lastError(CocoaError(.fileReadNoSuchFile, userInfo: details))
        == "failed once; last error: CocoaError 260 (no file) at /none"
    )
  }

  @Test func `what may control a terminal is escaped`() {
    let details = [NSFilePathErrorKey: "/no\nne", NSLocalizedDescriptionKey: "\u{1B}[31mred"]

    #expect(
      lastError(NSError(domain: "A\u{202E}", code: 3, userInfo: details))
        == #"failed once; last error: A\u{202E} 3 (\u{1B}[31mred) at /no\nne"#
    )
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

  @Test func `Swift errors keep their descriptions`() {
    struct Missing: Error, CustomNSError { let id = 7 }

    #expect(lastError(Missing()) == "failed once; last error: Missing(id: 7)")
  }
}
