internal import Foundation

#if canImport(Testing)
internal import Testing
#endif
#if canImport(XCTest)
internal import XCTest
#endif

/// The location of a call that may fail a test, in either framework.
struct CallSite: Sendable {
  /// Receives failures in place of the test framework: an exploration, or a test of failures.
  @TaskLocal static var recorder: Recorder?

  /// A closure in a struct: in release mode, the runtime does not find the type of the bare one.
  struct Recorder {
    let take: @Sendable (_ problem: String, _ site: CallSite) -> Void
  }

  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  /// Fails the test with `problem`.
  func record(_ problem: String) {
    if let recorder = Self.recorder { return recorder.take(problem, self) }
    #if canImport(Testing)
    Issue.record(Comment(rawValue: problem), sourceLocation: location)
    if Test.current != nil { return }
    #endif
    #if canImport(XCTest)
    // Outside the tasks of Swift Testing, either framework may be running; each ignores failures
    // while the other one runs.
    XCTFail(problem, file: filePath, line: line)
    #elseif !canImport(Testing)
    fatalError(problem, file: filePath, line: line)
    #endif
  }

  /// Writes on standard error that this call waits, and for what, since a test that hangs shows
  /// nothing else until the limit.
  func announceWait(within limit: Duration, _ state: String) {
    Self.announce("\(fileID):\(line): still waiting, for up to \(limit): \(state)")
  }

  /// Writes a line on standard error.
  static func announce(_ text: String) {
    FileHandle.standardError.write(Data("pledge: \(text)\n".utf8))
  }

  /// Returns `value`; if it is `nil`, fails the test with `problem` and throws an error.
  ///
  /// The error ends the test, and the framework does not report it as a second failure.
  func require<Value>(_ value: Value?, _ problem: @autoclosure () -> String) throws -> Value {
    if let value { return value }
    let problem = problem()
    if let recorder = Self.recorder {
      recorder.take(problem, self)
      throw UnmetExpectation(description: problem)
    }
    #if canImport(Testing)
    if Test.current != nil {
      return try #require(value, Comment(rawValue: problem), sourceLocation: location)
    }
    Issue.record(Comment(rawValue: problem), sourceLocation: location)
    #endif
    #if canImport(XCTest)
    return try XCTUnwrap(value, problem, file: filePath, line: line)
    #elseif canImport(Testing)
    throw UnmetExpectation(description: problem)
    #else
    fatalError(problem, file: filePath, line: line)
    #endif
  }

  #if canImport(Testing)
  private var location: SourceLocation {
    SourceLocation("\(fileID)", "\(filePath)", line: line, column: column) ?? #_sourceLocation
  }
  #endif
}

#if canImport(Testing)
extension SourceLocation {
  /// Creates a location, or returns `nil` if Swift Testing does not accept it.
  init?(_ fileID: String, _ filePath: String, line: UInt, column: UInt) {
    guard fileID.contains("/"), let line = Int(exactly: line), let column = Int(exactly: column),
      line > 0, column > 0
    else { return nil }
    self.init(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
#endif

/// Ends a test whose failure has been recorded.
struct UnmetExpectation: Error, CustomStringConvertible {
  let description: String
}
