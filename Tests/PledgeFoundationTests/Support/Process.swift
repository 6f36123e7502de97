#if os(macOS) || os(Linux) || os(Android)
import Foundation

extension Process {
  /// Returns a shell process that runs `script`.
  static func shell(_ script: String) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    return process
  }

  /// Whether a launch throws errors that occur in the new process before it runs the program.
  ///
  /// It reports them in memory that it shares with its parent until then. Under QEMU's emulation of
  /// programs, that memory is a copy: the launch succeeds, and the process exits with status 127.
  static let throwsErrorsOfChildren: Bool = {
    guard let folder = try? TemporaryFolder() else { return true }
    defer { withExtendedLifetime(folder) {} }
    let process = Process()
    let tool = folder.url.appending(path: "tool")
    process.executableURL = tool
    do {
      // The file is executable, but its interpreter is missing.
      try Data("#!/nowhere/interpreter".utf8).write(to: tool)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
      try process.run()
    } catch {
      return true
    }
    process.waitUntilExit()
    return process.terminationStatus != 127
  }()
}
#endif
