import Foundation
import Pledge
import PledgeTestSupport
import Testing
import XCTest

@testable import PledgeTesting

private let site = CallSite(fileID: "App/A.swift", filePath: "/App/A.swift", line: 3, column: 5)

struct CallSiteTests {
  @Test func `in Swift Testing, a failure is an issue at its source location`() async {
    let places = Log<SourceLocation?>()
    withKnownIssue("this test is about how a failure is shown") {
      site.record("broken")
    } matching: { issue in
      places.add(issue.sourceLocation)
      return issue.comments == ["broken"]
    }

    let place = SourceLocation(fileID: "App/A.swift", filePath: "/App/A.swift", line: 3, column: 5)
    #expect(places.entries == [place])
  }

  @Test(arguments: [0, UInt.max])
  func `a place that Swift Testing does not accept is replaced`(line: UInt) async {
    let failures = await issues {
      CallSite(fileID: "A", filePath: "", line: line, column: line).record("broken")
    }
    #expect(failures.map(\.message) == ["broken"])
  }

  @Test func `an existing value is unwrapped once`() throws {
    #expect(try site.require(1, "unused") == 1)
    #expect(try site.require(Int??.some(nil), "unused") == nil)
  }

  @Test func `a missing value fails the test once and throws`() async {
    let failures = await issues {
      let _: Int = try site.require(nil, "missing")
      Issue.record("not reached")
    }

    #expect(failures == [Failure("missing", line: 3)])
  }

  /// Runs in its own process: the failure belongs to no test there, so no test here can expect it.
  @Test func `a failure outside of the task of a test counts, too`() async {
    let failures = await issues {
      await #expect(processExitsWith: .success) {
        await Task.detached { site.record("broken") }.value
      }
    }

    #expect(failures == [Failure("broken", line: 3)])
  }
}

/// Checks the failures reported to XCTest, which are invisible to a test of Swift Testing.
final class CallSiteXCTests: XCTestCase {
  private var failures: [String] = []
  private var isListening = false

  #if canImport(Darwin)
  override func record(_ issue: XCTIssue) {
    guard isListening else { return super.record(issue) }
    let place = issue.sourceCodeContext.location
    note(issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0)
  }
  #else
  override func recordFailure(
    withDescription description: String,
    inFile filePath: String,
    atLine line: Int,
    expected: Bool
  ) {
    if isListening { return note(description, filePath, line) }
    super.recordFailure(
      withDescription: description,
      inFile: filePath,
      atLine: line,
      expected: expected
    )
  }
  #endif

  private func note(_ description: String, _ file: String, _ line: Int) {
    failures.append("\(file):\(line): \(description)")
  }

  /// Returns the failures that `body` records, instead of failing the test.
  private func failures(_ body: () -> Void) -> [String] {
    isListening = true
    defer { isListening = false }
    body()
    return failures
  }

  func testAFailureNamesItsSourceLocation() {
    XCTAssertEqual(failures { site.record("broken") }, ["/App/A.swift:3: failed - broken"])
  }

  func testAMissingValueFailsOnceAndThrows() {
    var outcome: Result<Int, any Error>?
    let failures = failures { outcome = Result { try site.require(nil, "missing") } }

    XCTAssertThrowsError(try outcome?.get())
    XCTAssertEqual(failures.count, 1)
    XCTAssertTrue(failures[0].hasPrefix("/App/A.swift:3: "), failures[0])
    XCTAssertTrue(failures[0].hasSuffix("missing"), failures[0])
  }
}

/// The hook is process-wide, so each test runs in its own process.
struct StrictModeTests {
  @Test func `an unhandled rejection fails the test at the place of its chain`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue {
        _ = Promise<Int>(error: Broken(number: 1), file: "App/Loader.swift", line: 42).map { $0 }
      } matching: { issue in
        let says = "App/Loader.swift:42 Promise → map: unhandled rejection: Broken(number: 1)"
        let place = issue.sourceLocation
        return issue.comments.map(\.rawValue) == [says] && place?.fileID == "App/Loader.swift"
          && place?.line == 42
      }
    }
  }

  @Test func `a broken promise fails the test`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue {
        let (promise, resolver) = Promise<Int>.pending(file: "App/Loader.swift", line: 42)
        promise.map { $0 }.ignoringErrors()
        withExtendedLifetime(consume resolver) {}
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasPrefix("App/Loader.swift:42 Promise") }
      }
    }
  }

  @Test func `handled, discarded, and fulfilled promises fail nothing`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      Promise<Int>(error: Broken()).catch { _ in }
      Promise<Int>().discard()
      Promise(value: 1).map { $0 }.ignoringErrors()
    }
  }

  @Test func `a report without a place still fails the test`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      withKnownIssue { _ = Promise<Int>(error: Broken(), file: "nowhere", line: 0) }
    }
  }

  @Test func `installing another handler ends the strict mode`() async {
    await #expect(processExitsWith: .success) {
      UnhandledRejections.failTests()
      UnhandledRejections.silence()
      _ = Promise<Int>(error: Broken())
    }
  }
}
