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
}
#endif
