import ArgumentParser
import Foundation
import PledgeTrace

/// The file that the trace of a run goes to.
struct TraceFile: Sendable {
  /// Where it is, as it was given.
  let path: String

  /// Reads the value of `--trace`, and finds out before the run whether there can be such a file.
  init(_ path: String) throws {
    self.path = path
    if let problem { throw ValidationError(problem) }
  }

  /// Writes `trace` in the format that the name ends with, and as a page if it ends with none.
  ///
  /// - Throws: What says why there is no file; one that was there before is left as it was.
  func write(_ trace: Trace) throws {
    guard !isNamedAfterFormat else { return try trace.write(to: path) }
    // A page under another name becomes one under this name, whole or not at all.
    let page = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: page) }
    try trace.write(to: page.path(percentEncoded: false))
    // SAFETY: `rename` reads both strings, which last for the call, and keeps neither.
    guard unsafe rename(page.path(percentEncoded: false), path) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// Whether it is the file at `path`, however the two are written.
  func isSameFile(as path: String) -> Bool {
    url.resolvingSymlinksInPath() == URL(fileURLWithPath: path).resolvingSymlinksInPath()
  }

  private static let formats: Set = ["html", "json", "dot", "txt"]

  private var url: URL { URL(fileURLWithPath: path).standardizedFileURL }
  private var isNamedAfterFormat: Bool { Self.formats.contains(url.pathExtension.lowercased()) }

  /// What is wrong with the path, and what would do.
  private var problem: String? {
    guard !path.isEmpty else { return "It is empty. Name a file, such as timeline.html." }
    let folder = url.deletingLastPathComponent().path(percentEncoded: false)
    switch (Self.kind(of: path), Self.kind(of: folder)) {
    case (.typeDirectory?, _):
      return "It is a folder. Name a file in it, such as \(path)/timeline.html."
    case (let kind?, _) where kind != .typeRegular:
      return "It is no ordinary file, and would be replaced. Name another, such as timeline.html."
    case (_, nil): return "There is no folder \(folder). Make it, or name a file in another one."
    case (_, .typeDirectory?):
      if FileManager.default.isWritableFile(atPath: folder) { return nil }
      return "You may not write in the folder \(folder). Name a file in another one."
    case (_, _): return "\(folder) is no folder. Name a file in one."
    }
  }

  /// What there is at `path`, or where a link there leads; `nil` if there is nothing.
  private static func kind(of path: String) -> FileAttributeType? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType
  }
}
