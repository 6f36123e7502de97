/// The rejection of a promise that was discarded (spec 6.1.1).
public struct Discarded: Error, Hashable {
  /// Creates the error.
  public init() {}

  /// One box for all of them: a chain that is discarded allocates none.
  static let error: any Error = Discarded()
}

/// The rejection of a promise that waits for itself, through others or directly (spec 4.5).
public struct CycleError: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// The rejection of a promise whose producer went away without settling it (spec 7.1).
public struct Abandoned: Error, CustomStringConvertible {
  let loss: Loss

  init(_ site: Site) {
    loss = Loss(site)
  }

  /// The `#fileID` of the place where the promise was made.
  public var fileID: String { loss.site.fileID }

  /// The line of the place where the promise was made.
  public var line: UInt { loss.site.line }

  /// What happened, and where the promise was made.
  public var description: String {
    "abandoned: the promise made at \(fileID):\(line) lost its producer before it was settled"
  }
}
