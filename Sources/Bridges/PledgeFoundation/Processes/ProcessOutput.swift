#if os(macOS) || os(Linux) || os(Android)
public import Foundation

/// The output of a process.
public struct ProcessOutput: Sendable, Hashable {
  /// The standard output.
  public let output: Data

  /// The standard error output.
  public let errorOutput: Data

  /// Creates an output, for tests of code that takes one.
  ///
  /// - Parameters:
  ///   - output: The standard output.
  ///   - errorOutput: The standard error output.
  public init(output: Data = Data(), errorOutput: Data = Data()) {
    (self.output, self.errorOutput) = (output, errorOutput)
  }

  /// The standard output as text; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var text: String { String(decoding: output, as: UTF8.self) }

  /// The standard error output as text; invalid UTF-8 becomes U+FFFD.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }
}
#endif
