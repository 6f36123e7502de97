import ArgumentParser
import Foundation
import PledgeTrace

/// The file for the trace of a run.
struct TraceFile: Sendable {
  /// The path as it was given.
  let path: String

  /// Parses the value of `--trace`, and checks before the run whether the file can be written.
  init(_ path: String) throws {
    self.path = path
    if let problem { throw ValidationError(problem) }
  }

  /// Writes `trace` in the format of the path extension.
  ///
  /// - Throws: An error that explains why the file could not be written. An existing file is kept
  ///   then.
  func write(_ trace: Trace) throws { try trace.write(to: path) }

  /// Returns whether this is the file at `path`, even if the paths are written differently.
  func isSameFile(as path: String) -> Bool {
    url.resolvingSymlinksInPath() == URL(fileURLWithPath: path).resolvingSymlinksInPath()
  }

  private static let formats: Set = ["html", "htm", "json", "dot", "txt"]

  private var url: URL { URL(fileURLWithPath: path).standardizedFileURL }

  /// The problem with the path and its remedy, or `nil`.
  private var problem: String? {
    guard !path.isEmpty else { return "It is empty. Name a file, such as timeline.html." }
    let folder = url.deletingLastPathComponent().path  // Without a slash at the end.
    switch (Self.kind(of: path), Self.kind(of: folder)) {
    case (.typeDirectory?, _):
      return "It is a folder. Name a file in it, such as \(path)/timeline.html."
    case (let kind?, _) where kind != .typeRegular:
      return "This special file would be replaced. Name another one, such as timeline.html."
    case (_, nil): return "There is no folder \(folder). Create it, or name another folder."
    case (_, .typeDirectory?):
      if !FileManager.default.isWritableFile(atPath: folder) {
        return "The folder \(folder) is not writable. Name a file in another folder."
      }
      return Self.formats.contains(url.pathExtension.lowercased()) ? nil : endings
    case (_, _): return "\(folder) is not a folder. Name a file in a folder."
    }
  }

  /// The problem with an unknown ending.
  private var endings: String {
    let ending = url.pathExtension
    return "\(ending.isEmpty ? "It has no ending" : "The ending .\(ending) is not known"). "
      + "Use .html for a page, .json for Perfetto and Chrome, .dot for Graphviz, or .txt for reading."
  }

  /// Returns the type of the file at `path`, following links, or `nil` if there is none.
  private static func kind(of path: String) -> FileAttributeType? {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    let attributes = try? FileManager.default.attributesOfItem(atPath: target)
    return attributes?[.type] as? FileAttributeType
  }
}
