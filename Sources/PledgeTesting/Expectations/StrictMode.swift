public import Pledge

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

extension UnhandledRejections {
  /// Has each report fail the test from now on: a rejection that nobody listened to, and the loss of a
  /// producer for which somebody waited.
  ///
  ///     struct LoaderTests {
  ///       init() { UnhandledRejections.failTests() }
  ///     }
  ///
  /// To be called once, before the promises are made, or as often as is handy; it holds for the whole
  /// process, until ``/Pledge/UnhandledRejections/print()`` or another handler. The failure has the line that
  /// would have been printed and, in Swift Testing, the place where the chain was started. It comes on
  /// the thread that let go of the promise: off the test's own tasks Swift Testing cannot tell whose
  /// it is, and fails the run.
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
    // Off the tasks of Swift Testing either may be at work. Each is deaf while the other is.
    XCTFail(description)
    #endif
  }

  #if canImport(Testing)
  /// The place of the chain; a report has no path, so it stands for that, too.
  private var location: SourceLocation {
    let isPlace = fileID.contains("/") && line > 0
    return isPlace
      ? SourceLocation(fileID: fileID, filePath: fileID, line: Int(line), column: 1)
      : #_sourceLocation
  }
  #endif
}
