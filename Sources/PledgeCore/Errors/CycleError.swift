internal import PledgeSupport

/// An error that indicates that a promise waits for itself, directly or through others (spec 4.5).
///
/// All errors of this type are equal, whatever their locations.
public struct CycleError: Error, Hashable, CustomStringConvertible {
  /// A source location where the chain of a promise was started.
  public struct Location: Sendable, Hashable, CustomStringConvertible {
    /// The `#fileID` of the location.
    public let fileID: String

    /// The line of the location.
    public let line: UInt

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - fileID: The `#fileID` of the location.
    ///   - line: The line of the location.
    public init(fileID: String, line: UInt) {
      self.fileID = fileID
      self.line = line
    }

    /// The file and the line, with unprintable characters escaped.
    public var description: String { "\(fileID.escaped()):\(line)" }
  }

  /// The locations where the chains of the involved promises were started.
  ///
  /// The locations are in the order in which the promises wait for each other, beginning with the
  /// rejected promise. Each location is listed once, and at most eight are. The array is empty if
  /// none is known.
  public let locations: [Location]

  /// Creates the error.
  ///
  /// - Parameter locations: The locations where the chains of the involved promises were started.
  public init(locations: [Location] = []) {
    self.locations = locations
  }

  /// A description of the error, with the locations of the promises.
  public var description: String {
    guard let first = locations.first else { return "the promise waits for itself" }
    if locations.count == 1 { return "the promise created at \(first) waits for itself" }
    let others = locations.dropFirst().map(\.description).joined(separator: ", ")
    return "the promise created at \(first) waits for itself, through \(others)"
  }

  /// Returns `true`, because locations are not compared.
  public static func == (_: CycleError, _: CycleError) -> Bool { true }

  /// Hashes nothing, because all errors of this type are equal.
  public func hash(into _: inout Hasher) {}
}

extension CycleError {
  /// Creates the error for promises whose chains were started at `sites`.
  @usableFromInline package init(at sites: [Site]) {
    self.init(locations: sites.map { Location(fileID: $0.fileID, line: $0.line) })
  }
}
