public import PledgeCore

/// The rejection of a promise that waits for itself, through others or directly (spec 4.5).
///
/// All errors of this type are equal, whatever locations they name.
public struct CycleError: Error, Hashable, CustomStringConvertible {
  /// A place in the source where a promise was made.
  public struct Location: Sendable, Hashable, CustomStringConvertible {
    /// The `#fileID` of the place.
    public let fileID: String

    /// The line of the place.
    public let line: UInt

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - fileID: The `#fileID` of the place.
    ///   - line: The line of the place.
    public init(fileID: String, line: UInt) {
      self.fileID = fileID
      self.line = line
    }

    /// The file and the line.
    public var description: String { "\(fileID):\(line)" }
  }

  /// Where the chains of the promises involved were started, in the order in which they wait for each
  /// other, beginning with the rejected one.
  ///
  /// Each location is named once, and at most eight are. The array is empty if none is known.
  public let locations: [Location]

  /// Creates the error.
  ///
  /// - Parameter locations: Where the promises involved were made.
  public init(locations: [Location] = []) {
    self.locations = locations
  }

  /// What happened, and where the promises were made.
  public var description: String {
    guard let first = locations.first else { return "the promise waits for itself" }
    if locations.count == 1 { return "the promise made at \(first) waits for itself" }
    let others = locations.dropFirst().map(\.description).joined(separator: ", ")
    return "the promise made at \(first) waits for itself, through \(others)"
  }

  /// Returns `true`: locations make no difference.
  public static func == (_: CycleError, _: CycleError) -> Bool { true }

  /// Hashes nothing, since all errors of this type are equal.
  public func hash(into _: inout Hasher) {}
}

extension CycleError {
  /// Creates the error for promises that were made at `sites`.
  @usableFromInline init(at sites: [Site]) {
    self.init(locations: sites.map { Location(fileID: $0.fileID, line: $0.line) })
  }
}
