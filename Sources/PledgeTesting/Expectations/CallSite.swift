#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// The place of a call that may fail a test, whichever framework runs it.
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
    // Outside of a task of Swift Testing either may be at work. Each is deaf while the other is.
    XCTFail(problem, file: filePath, line: line)
    #endif
  }

  /// Unwraps what was expected; without it, fails the test with `problem` and throws what ends the
  /// test, which the framework does not take for a second failure.
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
