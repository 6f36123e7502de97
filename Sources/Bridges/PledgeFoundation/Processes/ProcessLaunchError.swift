#if os(macOS) || os(Linux) || os(Android)
public import Foundation
import PledgeSupport

/// The error of a process that could not be started.
public struct ProcessLaunchError: Error {
  /// The path of the program; `nil` if none was set.
  public let path: String?

  /// The error of the system, if it was asked to start the process.
  public let underlying: (any Error)?

  /// The problem and its remedy.
  public let remedy: String

  init(again process: Process) {
    path = process.executableURL?.path
    underlying = nil
    remedy = "it was started before; make a new Process for each launch"
  }

  init(_ process: Process, _ error: any Error) {
    path = process.executableURL?.path
    underlying = error
    remedy = process.launchProblem ?? error.localizedDescription
  }
}

extension ProcessLaunchError: CustomStringConvertible, LocalizedError {
  /// The program, the problem, and its remedy, on one line.
  ///
  /// Nonprintable characters are escaped.
  public var description: String { "cannot start \(path ?? "a process"): \(remedy)".escaped() }

  /// Same as ``description``.
  public var errorDescription: String? { description }
}

extension Process {
  /// The likely reason why the launch failed; `nil` if none is found.
  fileprivate var launchProblem: String? {
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
