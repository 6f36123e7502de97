#if os(macOS) || os(Linux) || os(Android)
public import Foundation

/// The rejection of a process that could not be started.
public struct ProcessLaunchError: Error {
  /// The path of the program; `nil` if none was set.
  public let path: String?

  /// What the system says, if it was asked.
  public let underlying: (any Error)?

  /// What is wrong, and what can be done about it.
  public let remedy: String

  init(again process: Process) {
    path = process.executableURL?.path
    underlying = nil
    remedy = "it was started before; make a new Process for each launch"
  }

  init(_ process: Process, _ error: any Error) {
    path = process.executableURL?.path
    underlying = error
    remedy = process.whatIsMissing ?? error.localizedDescription
  }
}

extension ProcessLaunchError: CustomStringConvertible, LocalizedError {
  /// What could not be started, why, and what can be done about it.
  public var description: String { "cannot start \(path ?? "a process"): \(remedy)" }

  /// Same as ``description``.
  public var errorDescription: String? { description }
}

extension Process {
  /// What a start may have failed for, as far as it is seen from here.
  fileprivate var whatIsMissing: String? {
    let files = FileManager.default
    guard let path = executableURL?.path else {
      return "executableURL is not set; set it to the full path of the program"
    }
    if !files.fileExists(atPath: path) {
      return "there is no such file; executableURL has to be its full path, as PATH is not searched"
    }
    if !files.isExecutableFile(atPath: path) {
      return "the file is not executable; set its permission, or run it with its interpreter"
    }
    if let folder = currentDirectoryURL?.path, !files.fileExists(atPath: folder) {
      return "there is no folder \(folder); set currentDirectoryURL to one that there is"
    }
    return nil
  }
}
#endif
