#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// The location of a call that may fail a test, in either framework.
struct CallSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the test with `problem`.
  func record(_ problem: String) {
    #if canImport(Testing)
    Issue.record(Comment(rawValue: problem), sourceLocation: location)
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)
    // Outside the tasks of Swift Testing, either framework may be running; each ignores failures
    // while the other one runs.
    XCTFail(problem, file: filePath, line: line)
    #endif
  }

  /// Returns `expected`; if it is `nil`, fails the test with `problem` and throws an error.
  ///
  /// The error ends the test, and the framework does not report it as a second failure.
  func require<Value>(_ expected: Value?, _ problem: @autoclosure () -> String) throws -> Value {
    if let expected { return expected }
    let problem = problem()
    #if canImport(Testing)
    if Test.current != nil {
      return try #require(expected, Comment(rawValue: problem), sourceLocation: location)
    }
    Issue.record(Comment(rawValue: problem), sourceLocation: location)
    #endif
    #if canImport(XCTest)
    return try XCTUnwrap(expected, problem, file: filePath, line: line)
    #else
    throw UnmetExpectation(description: problem)
    #endif
  }

  #if canImport(Testing)
  private var location: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)",
      filePath: "\(filePath)",
      line: Int(line),
      column: Int(column)
    )
  }
  #endif
}

private struct UnmetExpectation: Error, CustomStringConvertible {
  let description: String
}
