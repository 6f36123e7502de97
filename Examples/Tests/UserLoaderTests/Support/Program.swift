import Foundation

/// The built `userloader`, running in a separate process.
struct Program: Sendable {
  /// The lines of its standard output.
  let output: AsyncStream<String>
  /// The lines of its standard error.
  let errors: AsyncStream<String>
  private let exitCodes: AsyncStream<Int32>
  private let process = Process()

  /// Starts the program, in a folder or in the current one.
  init(_ arguments: [String], in folder: URL? = nil) throws {
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.executableURL = Self.executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    let (codes, continuation) = AsyncStream<Int32>.makeStream()
    exitCodes = codes
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    try process.run()
    output = lines(of: outputPipe.fileHandleForReading)
    errors = lines(of: errorPipe.fileHandleForReading)
  }

  /// Sends Ctrl-C.
  func interrupt() { process.interrupt() }

  /// Waits for the end of the program, and ends it if the test is canceled.
  func exitCode() async -> Int32? {
    await withTaskCancellationHandler {
      await exitCodes.first { _ in true }
    } onCancel: {
      process.terminate()
    }
  }

  /// The path of the program, beside the tests.
  private static var executable: URL {
    #if os(macOS)
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = (tests ?? .main).bundleURL.deletingLastPathComponent()
    #else
    let folder = Bundle.main.bundleURL
    #endif
    return folder.appending(path: "userloader")
  }
}

/// Reads `file` to its end on a separate thread.
private func lines(of file: FileHandle) -> AsyncStream<String> {
  AsyncStream { continuation in
    Thread.detachNewThread {
      var rest = Data()
      while case let data = file.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = rest[rest.index(after: end)...]
        }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }
  }
}
