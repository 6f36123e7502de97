import Foundation
import Pledge

/// A worker process.
///
/// It ends when the process that started it ends.
final class WorkerProcess: Sendable {
  /// Fulfilled when the process ends, with its exit code or the signal that ended it.
  let end: Future<Int32>
  /// The port that it listens on.
  let port: Promise<Int>

  private let process: Process
  /// A worker ends when this is closed, including when the coordinator dies.
  private let input: Pipe

  init(program: String, work: Work) throws {
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["worker", "--number", "\(work.worker)", "--seed", "\(work.seed)"]
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
    let noPort = StartError.cannotStart(program: program, why: "it has not reported its port")
    port = Promise(on: .global()) {
      let line = firstLine(of: output.fileHandleForReading)
      guard line.hasPrefix("PORT "), let port = Int(line.dropFirst(5)) else { throw noPort }
      return port
    }
    .timeout(after: .seconds(60))
    .mapError { $0 is TimeoutError ? noPort : $0 }
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

/// The reason why a run cannot start, with a remedy.
enum StartError: Error {
  case cannotStart(program: String, why: String)
  case noAnswer(workers: [(endpoint: Endpoint, reason: String)], patience: Duration)
}

extension StartError: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotStart(let program, let why):
      "The worker '\(program)' cannot be started: \(why)."
    case .noAnswer(let workers, let patience):
      """
      No worker has answered within \(patience.inSeconds): \
      \(workers.map { "\($0.endpoint) (\($0.reason))" }.joined(separator: ", ")). \
      Start one with 'fanout worker --listen', or correct --connect and the certificates.
      """
    }
  }
}
