import Foundation
import Pledge

/// A process that ends when its standard input is closed, so also if this process is killed.
final class Child: Sendable {
  /// Fulfilled when it has ended.
  let end: Future<Void>
  private let process: Process
  private let input = Pipe()
  private let output: Pipe?

  init(_ path: String, _ arguments: [String], readsOutput: Bool = false) throws {
    let (process, output) = (Process(), readsOutput ? Pipe() : nil)
    let (end, resolver) = Promise<Void>.pending()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardInput = input
    if let output { process.standardOutput = output }
    process.terminationHandler = { _ in resolver.resolve() }
    self.end = end.shared()
    self.process = process
    self.output = output
    try process.run()
  }

  /// Returns the first line of its output, on a queue of its own, because this blocks.
  func firstLine() -> Promise<String> {
    Promise(on: DispatchQueue(label: "output")) { [output] in
      var line = Data()
      while let data = output?.fileHandleForReading.availableData, !data.isEmpty {
        line += data
        if line.contains(UInt8(ascii: "\n")) { break }
      }
      return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  func signal(_ number: Int32) {
    if process.isRunning { kill(process.processIdentifier, number) }
  }

  /// Lets it end, and kills it if it has not ended after `patience`.
  func stop(patience: Duration = .seconds(10)) -> Promise<Void> {
    try? input.fileHandleForWriting.close()
    return end.map { $0 }.timeout(after: patience).flatMapError { [self] _ in
      signal(SIGKILL)
      return end
    }
  }
}

/// A server on a free port of loopback, with its files in a folder that it removes.
struct Server {
  let child: Child
  let url: String

  /// Debian has its server where the PATH of a user does not lead.
  private static let script = """
    PATH="$PATH:/usr/sbin" folder=$(mktemp -d) && trap 'kill $!; wait; rm -rf "$folder"' EXIT
    nats-server --addr 127.0.0.1 --port -1 --jetstream --store_dir "$folder" \
      --ports_file_dir "$folder" >"$folder/log" 2>&1 </dev/null &
    until grep -o 'nats://[^"]*' "$folder"/*.ports 2>/dev/null; do
      kill -0 $! 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
      sleep 0.1
    done
    read -r _
    """

  static func start() async throws -> Server {
    let child = try Child("/bin/sh", ["-c", script], readsOutput: true)
    let url = try await child.firstLine().value
    guard url.hasPrefix("nats://") else {
      throw StartError("nats-server does not start. Install it, or use Scripts/jobs --nats, which does.")
    }
    return Server(child: child, url: url)
  }
}

struct StartError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Runs a closure at the first SIGINT or SIGTERM; the second one ends the program as usual.
final class Interrupt: Sendable {
  private nonisolated(unsafe) let source: any DispatchSourceSignal

  init(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      signal(number, SIG_DFL)
      action()
    }
    unsafe self.source = source
    // The default action would end the program before the source receives the signal.
    signal(number, SIG_IGN)
    source.resume()
  }

  deinit { unsafe source.cancel() }
}
