// `swift run migrate-to-pledge` runs Scripts/migrate in the checkout from which it was compiled, so
// packages that depend on Pledge need no clone. A command plugin would be compiled in each of their
// builds; an executable product is compiled only when it is run.
#if os(macOS) || os(Linux) || os(Android)
import Foundation

let root = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

let process = Process()
process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
process.arguments =
  ["python3", root.appendingPathComponent("Scripts/migrate").path]
  + CommandLine.arguments.dropFirst()
try process.run()
process.waitUntilExit()

// With this status, `env` reports that it did not find the command.
guard process.terminationStatus != 127 else {
  let message = "migrate-to-pledge needs Python 3.9 or later: there is no python3 in PATH\n"
  FileHandle.standardError.write(Data(message.utf8))
  exit(2)
}
exit(process.terminationStatus)
#endif
