internal import Foundation
internal import PledgeSupport

extension Trace {
  /// The error of a trace that could not be written.
  public struct WritingError: Error, CustomStringConvertible {
    /// The path passed to `write(to:)`.
    public let path: String
    /// The problem and, for an unknown format, its remedy.
    public let problem: String

    /// The path and the problem, with unprintable characters escaped.
    public var description: String {
      "The trace was not written to '\(path)': \(problem)".escaped()
    }
  }

  /// Writes the trace to a file, in the format given by the file name extension.
  ///
  /// `.html` is the timeline page (``html``), `.json` is Chrome's format (``chromeTraceJSON``),
  /// `.dot` is the format of Graphviz (``graphviz``), and `.txt` is the trees (``text``). The file
  /// is written atomically and replaces an existing file. If the path is a symbolic link, the link
  /// stays and its target is replaced.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A ``WritingError``.
  /// - Complexity: O(*n*) in the number of promises. The whole text is in memory.
  public func write(to path: String) throws {
    let text = try contents(for: path)
    do {
      try Data(text.utf8).write(to: Trace.file(at: path), options: .atomic)
    } catch {
      throw WritingError(path: path, problem: Trace.reason(of: error))
    }
  }

  private func contents(for path: String) throws -> String {
    let parts = (path.split(separator: "/").last ?? "").split(
      separator: ".",
      omittingEmptySubsequences: false
    )
    switch parts.count > 1 ? parts.last?.lowercased() : nil {
    case "html", "htm": return html
    case "json": return chromeTraceJSON
    case "dot": return graphviz
    case "txt": return text
    case let ending:
      let given = ending.map { "the ending '.\($0)' is not known" } ?? "it has no ending"
      throw WritingError(
        path: path,
        problem: "\(given); use .html, .json for Chrome and Perfetto, .dot for Graphviz, or .txt"
      )
    }
  }

  /// Returns the URL at a path, with symbolic links resolved even if their target does not exist.
  private static func file(at path: String) -> URL {
    var file = URL(fileURLWithPath: path)
    var links = 0
    // No system follows more links; the last link of a cycle is replaced.
    while links < 40,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
    {
      file = URL(fileURLWithPath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
      links += 1
    }
    return file
  }

  /// Returns the specific description of the underlying error instead of a general one.
  private static func reason(of error: any Error) -> String {
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError
    return (inner ?? outer).localizedDescription
  }
}
