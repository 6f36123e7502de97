#if os(macOS) || os(Linux) || os(Android)
public import Foundation

extension Process {
  /// What `launch(.promise)` rejects with.
  public enum PMKError: Error {
    /// There is no program at the path, or it may not be run; systems of today say so with an error
    /// of their own.
    case notExecutable(String?)
    /// The process has ended with another status than 0, or by a signal; with what it wrote, as far
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
  /// What failed.
  public var errorDescription: String? {
    switch self {
    case .notExecutable(let path?): "File not executable: \(path)"
    case .notExecutable(nil): "No launch path specified"
    case .execution(let process, _, _):
      "Failed executing: `\(process.commandLine)` (\(process.terminationStatus))."
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
  /// What can be read to the end, if that is text.
  var text: String? {
    String(data: fileHandleForReading.readDataToEndOfFile(), encoding: .utf8)
  }
}
#endif
