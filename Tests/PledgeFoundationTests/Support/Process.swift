#if os(macOS) || os(Linux) || os(Android)
import Foundation
import PledgeTestSupport
import Testing

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

#if canImport(Glibc)
/// Lets this program open `count` more descriptors and none after these.
func limitDescriptors(to count: Int) throws {
  let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
  let highest = open.compactMap(Int32.init).max() ?? 2
  // A process cannot be started if a descriptor that is open, such as one inherited from the test
  // run, is above the limit. Therefore, the numbers below are occupied instead, and last: until
  // then, other threads may close some.
  let end = rlim_t(highest + 1) + rlim_t(count)
  var limit = rlimit(rlim_cur: end, rlim_max: end)
  try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  var fillers: [Int32] = []
  while case let filler = dup(0), filler >= 0 { fillers.append(filler) }
  for filler in fillers.suffix(count) { close(filler) }
}
#endif
#endif
