import Foundation
import Pledge

/// A worker process on this machine.
///
/// It ends when the process that started it ends.
final class WorkerProcess: Sendable {
  /// The address that it listens on.
  let endpoint: Promise<Endpoint>
  /// Fulfilled when the process has ended, with its exit code or the signal that ended it.
  let end: Future<Int32>

  private let process = Process()
  /// A worker ends when this is closed, including when the coordinator dies.
  private let input = Pipe()

  /// Starts `count` workers; if one cannot be started, the others end.
  static func start(_ count: Int, of program: String, seed: Int) throws -> [WorkerProcess] {
    try (0..<count).map { try WorkerProcess($0, of: program, seed: seed) }
  }

  private init(_ number: Int, of program: String, seed: Int) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["worker", "--child", "--number", "\(number)", "--seed", "\(seed)"]
    process.standardInput = input
    process.standardOutput = output
    let (end, resolver) = Promise<Int32>.pending()
    process.terminationHandler = { resolver.resolve($0.terminationStatus) }
    self.end = end.shared()
    do {
      try process.run()
    } catch {
      resolver.resolve(-1)
      throw StartError.cannotStart(program: program, why: error.localizedDescription)
    }
    endpoint = Promise(on: .global()) {
      let words = firstLine(of: output.fileHandleForReading).split(separator: " ")
      guard words.dropLast() == ["Listening", "on"], let endpoint = Endpoint(words[2]) else {
        throw StartError.noWorker(program: program)
      }
      return endpoint
    }
    .timeout(after: .seconds(60))
    .mapError { $0 is TimeoutError ? StartError.noWorker(program: program) : $0 }
  }

  var pid: Int32 { process.processIdentifier }

  /// Kills it immediately.
  func kill() {
    if process.isRunning { _ = Foundation.kill(pid, SIGKILL) }
  }

  /// Lets it end, and kills it if it has not ended after `patience`.
  func stop(patience: Duration = .seconds(5)) async {
    try? input.fileHandleForWriting.close()
    do {
      _ = try await end.map { $0 }.timeout(after: patience).value
    } catch {
      kill()
      _ = try? await end.value
    }
  }

  /// Stops all `processes` together.
  static func stop(_ processes: [WorkerProcess]) async {
    await withDiscardingTaskGroup { group in
      for process in processes { group.addTask { await process.stop() } }
    }
  }
}

/// Reads up to the end of the first line, and leaves the rest.
private func firstLine(of file: FileHandle) -> String {
  var line = Data()
  while case let data = file.availableData, !data.isEmpty {
    line += data
    if line.contains(UInt8(ascii: "\n")) { break }
  }
  return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
}
