import Foundation
import Pledge
import Services

/// A file that was received in part.
struct PartialFile: Sendable {
  let url: URL
  private let partial: URL

  init(_ name: String, in folder: URL) {
    url = folder.appendingPathComponent(name)
    partial = url.appendingPathExtension("part")
  }

  var isComplete: Bool { FileManager.default.fileExists(atPath: url.path) }

  var size: Int { (try? FileHandle(forReadingFrom: partial).seekToEnd()).map(Int.init) ?? 0 }

  /// Appends `bytes`, and returns the new size.
  func append(_ bytes: Data) throws -> Int {
    if !FileManager.default.fileExists(atPath: partial.path) {
      try bytes.write(to: partial)
      return bytes.count
    }
    let file = try FileHandle(forWritingTo: partial)
    defer { try? file.close() }
    let start = try file.seekToEnd()
    try file.write(contentsOf: bytes)
    return Int(start) + bytes.count
  }

  func finish() throws -> URL {
    try FileManager.default.moveItem(at: partial, to: url)
    return url
  }
}

/// Downloads files into a folder, and continues where an earlier download has ended.
struct Downloader: Sendable {
  let server: FileServer
  let folder: URL

  func download(_ names: [String], progress: ProgressMonitor) -> Promise<[URL]> {
    names.mapConcurrently(limit: 4, partsOf: progress) { name, part in
      // A lost connection is worth another attempt. Each attempt continues the file.
      retry(backoff: .exponential(.milliseconds(1)), while: { $0 is URLError }) {
        receive(name, into: PartialFile(name, in: folder), progress: part)
      }
    }
  }

  private func receive(
    _ name: String,
    into file: PartialFile,
    progress: ProgressMonitor
  ) -> Future<URL> {
    if file.isComplete { return Promise(value: file.url) }
    return Promise<Void> { resolver in
      let append: @Sendable (Data, Int) -> Void = { bytes, size in
        do {
          let received = try file.append(bytes)
          progress.report(Double(received) / Double(size))
        } catch {
          resolver.reject(error)
        }
      }
      resolver.onDiscard(
        of: server.send(name, from: file.size, chunk: append, completion: resolver.settle)
      ) { $0.cancel() }
    }
    .map { try file.finish() }
  }
}

let names = (1...50).map { "file \($0)" }
let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)

// The server goes offline when half of the chunks are sent.
let first = FileServer(chunksUntilOffline: 100)
do {
  let files = Downloader(server: first, folder: folder).download(names, progress: .init())
  print(try await files.value.count)
} catch {
  print("stopped: \((error as? RetryError)?.last ?? error); received: \(first.sentChunks) chunks")
}

// Later, perhaps in another process, only the other half is sent.
let second = FileServer()
let progress = ProgressMonitor()
var fraction = 0.0
let shown = progress.observe(on: MainActor.shared) { fraction = $0.fraction }
let files = try await Downloader(server: second, folder: folder)
  .download(names, progress: progress)
  .value
try await shown.value
print("\(files.count) files; received: \(second.sentChunks) chunks; progress: \(fraction)")

try FileManager.default.removeItem(at: folder)
