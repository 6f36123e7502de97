#if os(macOS) || os(Linux) || os(Android)
public import Foundation
internal import PledgeSupport

extension Process {
  /// The rejections of `launch(.promise)`.
  public enum PMKError: Error {
    /// The file at the path does not exist or is not executable.
    ///
    /// Current systems report this with an error of their own.
    case notExecutable(String?)
    /// The process exited with a status other than 0, or a signal ended it; with its output, as far
    /// as that is text.
    case execution(process: Process, standardOutput: String?, standardError: String?)
  }
}

extension Process.PMKError {
  init(_ process: Process, _ out: Pipe, _ err: Pipe) {
    self = .execution(process: process, standardOutput: out.text, standardError: err.text)
  }
}

extension Process.PMKError: LocalizedError {
  /// A description of the failure.
  public var errorDescription: String? {
    switch self {
    case .notExecutable(let path?): "File not executable: \(path)".escaped()
    case .notExecutable(nil): "No launch path specified"
    case .execution(let process, _, _):
      "Failed executing: `\(process.commandLine)` (\(process.terminationStatus)).".escaped()
    }
  }
}

extension Process {
  fileprivate var commandLine: String {
    let words = [executableURL?.path ?? "$0"] + (arguments ?? [])
    return words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }
}

extension Pipe {
  /// The remaining content up to the end, if it is text.
  var text: String? {
    String(data: fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)
  }
}
#endif
