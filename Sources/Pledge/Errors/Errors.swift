public import PledgeCore

/// The rejection of a promise that was discarded (spec 6.1.1).
public struct DiscardedError: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// The rejection of a promise whose producer went away without settling it (spec 7.1).
public struct BrokenPromiseError: Error, CustomStringConvertible {
  let brokenPromise: BrokenPromise

  /// The `#fileID` of the place where the promise was made.
  public var fileID: String { brokenPromise.site.fileID }

  /// The line of the place where the promise was made.
  public var line: UInt { brokenPromise.site.line }

  /// What happened, and where the promise was made.
  public var description: String {
    "broken promise: the producer of the promise created at \(fileID):\(line) was released before settling it"
  }
}

extension DiscardedError: DiscardError {}

extension ErrorFactory {
  /// What the core rejects promises with.
  @usableFromInline static let errors = ErrorFactory(
    discarded: DiscardedError(),
    cycle: { CycleError(at: $0) },
    broken: { BrokenPromiseError(brokenPromise: $0) },
    brokenPromise: { ($0 as? BrokenPromiseError)?.brokenPromise },
    isCancellation: { $0.isCancellation }
  )
}

extension Site {
  /// The place that a promise is made at, which is where the core learns its errors.
  @inlinable init(_ fileID: StaticString, _ line: UInt) {
    if !ErrorFactory.isKnown { ErrorFactory.errors.handDown() }
    self.init(fileID: fileID, line: line)
  }

  /// No place, for what Pledge makes for itself: nobody is told of that.
  @inlinable static var untold: Site {
    if !ErrorFactory.isKnown { ErrorFactory.errors.handDown() }
    return .unknown
  }
}

/// The rejection of a promise whose callback brought neither a value nor an error (spec 2.5.1).
public struct NoOutcomeError: Error, Hashable, CustomStringConvertible {
  /// The function that was given the callback, if that is known.
  public let function: String?

  /// Creates the error.
  ///
  /// - Parameter function: The function that was given the callback.
  public init(function: String? = nil) {
    self.function = function
  }

  /// What happened, and what called back.
  public var description: String {
    "\(function ?? "a function") called back with neither a value nor an error"
  }
}

/// The rejection of a combination of nothing that needs something (spec 11.3.3).
public struct EmptyInputError: Error, Hashable {
  /// Creates the error.
  public init() {}
}

/// The rejection of a promise that was not settled within its time limit (spec 11.5.2).
public struct TimeoutError: Error, Hashable, CustomStringConvertible {
  /// The limit that was exceeded.
  public let limit: Duration

  /// Creates the error for a promise that exceeded `limit`.
  ///
  /// - Parameter limit: The time there was.
  public init(limit: Duration) {
    self.limit = limit
  }

  /// What happened, and the limit.
  public var description: String { "not settled within \(limit)" }
}

/// The rejection of a call whose argument makes no sense (spec 11.6.9, 11.7.7).
public struct ArgumentError: Error, Hashable, CustomStringConvertible {
  /// The argument and its value, and what would do.
  public let description: String

  /// Creates the error, for functions of one's own that refuse an argument.
  ///
  /// - Parameter description: The argument and its value, and what would do.
  public init(_ description: String) {
    self.description = description
  }
}

/// The rejection of a stage that rescues where there was nothing to rescue, and whose type is another
/// (spec 13.6.6).
public struct NothingToRescueError: Error, Hashable {
  /// Creates the error.
  public init() {}
}
