import Foundation

/// The output of a program that was built with the tests, after it has ended.
struct Program {
  let output: String
  let exitCode: Int32

  /// Runs the program.
  ///
  /// - Parameters:
  ///   - name: The name of its file.
  ///   - arguments: Its arguments.
  ///   - library: The name of a library to preload, if any.
  /// - Throws: Any error of starting it or reading its output.
  init(_ name: String, _ arguments: [String] = [], preloading library: String? = nil) throws {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = Self.folder.appending(path: name)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    environment["LD_PRELOAD"] = library.map { Self.folder.appending(path: $0).path }
    process.environment = environment
    try process.run()
    let written = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    output = String(decoding: written, as: UTF8.self)
    exitCode = process.terminationStatus
  }

  private static var folder: URL {
    #if os(macOS)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return (tests ?? .main).bundleURL.deletingLastPathComponent()
    #else
    return Bundle.main.bundleURL
    #endif
  }
}
