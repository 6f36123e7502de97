public import PledgeCore
internal import PledgeSupport

extension PromiseEvent {
  /// A source location in one word, whose file becomes a string only on request.
  ///
  /// A location can therefore be stored for every promise at no cost.
  public struct Place: Sendable, Hashable, CustomStringConvertible {
    private let site: Site

    @usableFromInline package init(_ site: Site) {
      self.site = site
    }

    var isUnknown: Bool { site.isUnknown }

    /// The `#fileID` of the location.
    public var fileID: String { site.fileID }

    /// The line of the location.
    public var line: UInt { site.line }

    /// The file and the line, with unprintable characters escaped.
    public var description: String { line == 0 ? fileID.escaped() : site.text }

    /// Returns whether both locations are the same.
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
