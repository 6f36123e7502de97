#if os(macOS) || os(Linux) || os(Android)
public import Foundation
import PledgeSupport

/// The error of a process that ended with a nonzero status or by a signal.
public struct ProcessError: Error {
  /// The path of the program.
  public let path: String

  /// The exit status, or the number of the signal.
  public let status: Int32

  /// Whether a signal ended the process.
  public let wasSignalled: Bool

  /// The output that the process wrote before it ended.
  public let output: ProcessOutput

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - status: The exit status, or the number of the signal.
  ///   - wasSignalled: Whether a signal ended the process.
  ///   - output: The output that the process wrote before it ended.
  public init(path: String, status: Int32, wasSignalled: Bool = false, output: ProcessOutput) {
    (self.path, self.status, self.wasSignalled, self.output) = (path, status, wasSignalled, output)
  }

  init(path: String, exit: ProcessExit, output: ProcessOutput) {
    let wasSignalled = exit.reason == .uncaughtSignal
    self.init(path: path, status: exit.status, wasSignalled: wasSignalled, output: output)
  }
}

extension ProcessError: CustomStringConvertible, LocalizedError {
  /// A description with the status or signal, and the last line of the error output, on one line.
  ///
  /// Nonprintable characters are escaped.
  public var description: String {
    let end = wasSignalled ? "was ended by signal \(status)" : "ended with status \(status)"
    let lines = output.errorText.split(whereSeparator: \.isNewline)
    return "\(path.escaped()) \(end)" + (lines.last.map { ": \($0.escaped())" } ?? "")
  }

  /// Same as ``description``.
  public var errorDescription: String? { description }
}
#endif
