#if os(macOS) || os(Linux) || os(Android)
public import Foundation

/// What a process wrote.
public struct ProcessOutput: Sendable, Hashable {
  /// What it wrote to its standard output.
  public let output: Data

  /// What it wrote to its standard error.
  public let errorOutput: Data

  /// Creates it, for tests of code that takes one.
  ///
  /// - Parameters:
  ///   - output: What was written to standard output.
  ///   - errorOutput: What was written to standard error.
  public init(output: Data = Data(), errorOutput: Data = Data()) {
    (self.output, self.errorOutput) = (output, errorOutput)
  }

  /// The output as text; what is not UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// The error output as text; what is not UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
#endif
