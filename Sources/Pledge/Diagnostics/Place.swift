public import PledgeCore

extension PromiseEvent {
  /// A place in the source, in one word: its file becomes a string when it is asked for.
  ///
  /// So it can be kept for every promise at no cost.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    private let site: Site

    @usableFromInline package init(_ site: Site) {
      self.site = site
    }

    /// The `#fileID`.
    public var fileID: String { site.fileID }

    /// The line.
    public var line: UInt { site.line }

    /// The file and the line, as text that can be printed.
    public var description: String { line == 0 ? fileID.escaped() : site.text }

    /// Whether both are the same place.
    public static func == (left: Place, right: Place) -> Bool {
      left.line == right.line && left.fileID == right.fileID
    }

    /// Hashes the file and the line.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(fileID)
      hasher.combine(line)
    }
  }
}
