public import Pledge

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

extension UnhandledRejections {
  /// Makes each report fail the test: an unhandled rejection, or a broken promise that had a
  /// consumer.
  ///
  ///     struct LoaderTests {
  ///       init() { UnhandledRejections.failTests() }
  ///     }
  ///
  /// Call this method once, before the promises are created, or as often as is convenient. It
  /// affects the whole process until ``/Pledge/UnhandledRejections/print()`` is called or another
  /// handler is set. The failure contains the line that would have been printed and, in Swift
  /// Testing, the location where the chain was started. It is recorded on the thread that released
  /// the promise: outside the test's own tasks, Swift Testing cannot attribute it to a test, and
  /// fails the run.
  public static func failTests() {
    handle { $0.failTest() }
  }
}

extension UnhandledRejections.Report {
  fileprivate func failTest() {
    #if canImport(Testing)
    Issue.record(Comment(rawValue: description), sourceLocation: location)
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)
    // Outside the tasks of Swift Testing, either framework may be running; each ignores failures
    // while the other one runs.
    XCTFail(description)
    #elseif !canImport(Testing)
    fatalError(description)
    #endif
  }

  #if canImport(Testing)
  /// The location of the chain; a report has no path, so the file ID is used for both.
  private var location: SourceLocation {
    SourceLocation(fileID, fileID, line: line, column: 1) ?? #_sourceLocation
  }
  #endif
}
