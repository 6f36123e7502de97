internal import Foundation

extension Trace {
  /// A trace that could not be written.
  public struct WritingError: Error, CustomStringConvertible {
    /// The path that was given.
    public let path: String
    /// What is wrong, and what would do.
    public let problem: String

    /// The path and what is wrong with it.
    public var description: String { "The trace was not written to '\(path)': \(problem)" }
  }

  /// Writes the trace to a file, in the format that its name ends with.
  ///
  /// `.html` is the timeline page (``html``), `.json` is Chrome's format (``chromeTraceJSON``), `.dot` that of Graphviz (``graphviz``), and
  /// `.txt` the trees (``text``). The file is there whole or not at all; one that was there before is
  /// replaced when the new one is. A symbolic link stays, and the file that it leads to is replaced.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A ``WritingError``.
  /// - Complexity: O(*n*) in the number of promises, of which the text is in memory.
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

  /// What is at a path, or where a symbolic link there leads, even if there is nothing yet.
  private static func file(at path: String) -> URL {
    var file = URL(fileURLWithPath: path)
    var links = 0
    // No system follows more of them; the last of a cycle is replaced.
    while links < 40,
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)
    {
      file = URL(fileURLWithPath: target, relativeTo: file.deletingLastPathComponent()).absoluteURL
      links += 1
    }
    return file
  }

  /// What the system says, rather than that there was an error.
  private static func reason(of error: any Error) -> String {
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError
    return (inner ?? outer).localizedDescription
  }
}
