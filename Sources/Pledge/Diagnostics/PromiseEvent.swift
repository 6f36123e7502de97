public import PledgeCore

/// Something that happened to a promise, told to every ``PromiseObserver`` that is installed.
public struct PromiseEvent: Sendable {
  /// What happened.
  public enum Kind: Sendable {
    /// It was made with a producer of its own, or as a combination of others.
    case created
    /// It was derived from another promise by an operator.
    case chained(to: PromiseID)
    /// It waits for another promise, too: one that its handler returned, one that it combines, or
    /// one that it was chained after.
    case waits(for: PromiseID)
    /// It was taken out of its chain, since it only passed on what the one above brings: so loops
    /// stay flat. It is never settled.
    case merged
    /// It has an outcome.
    case settled(Outcome)
    /// It was rejected, or lost its producer, and nobody listened.
    case unhandled(any Error)
    /// A producer settled it once more, which does nothing.
    case settledAgain
  }

  /// How a promise ended.
  public enum Outcome: Sendable {
    /// With a value.
    case fulfilled
    /// With an error.
    case rejected(any Error)
    /// Nobody wanted it any more: the error is ``DiscardedError``.
    case discarded
    /// It lost its producer: the error is ``BrokenPromiseError``, or nobody was there to be told one.
    case broken
  }

  // What the core tells, for recorders that are Pledge's own.
  @usableFromInline package let record: Instrumentation.EventRecord
  @usableFromInline package let detail: Instrumentation.Detail

  init(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail) {
    self.record = record
    self.detail = detail
  }

  /// Creates an event, to test an observer with.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - promise: The promise that it happened to.
  ///   - operator: What made the promise.
  ///   - context: Where its handler runs.
  ///   - time: When it happened, in nanoseconds on the clock of ``Diagnostics/now``.
  ///   - thread: The number of the thread on which it happened.
  ///   - fileID: The file of the place where the chain was started.
  ///   - line: The line of that place.
  ///   - callers: Who called.
  public init(
    _ kind: Kind,
    of promise: PromiseID,
    operator: String = "",
    context: String? = nil,
    time: UInt64,
    thread: UInt64 = 0,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    callers: Callers = Callers()
  ) {
    let (happened, other, error) = kind.parts
    detail = .words(Instrumentation.Words(name: `operator`, context: context, error: error))
    record = Instrumentation.EventRecord(
      happened,
      of: promise.number,
      at: Site(fileID, line),
      other: other?.number ?? 0,
      callers: callers.ancestry,
      time: time,
      thread: thread
    )
  }
}

// MARK: - What it says

extension PromiseEvent {
  /// What happened.
  public var kind: Kind { Kind(record, detail) }

  /// The promise that it happened to.
  public var promise: PromiseID { PromiseID(record.promise) }

  /// What made the promise, in an event that tells of that: the name of an operator or of a function,
  /// such as `map` or `all`, and `Promise` for one with a producer of its own.
  ///
  /// Empty in other events.
  public var `operator`: String { detail.words?.name ?? record.operatorID?.name ?? "" }

  /// Where the handler of the promise runs, such as the label of a queue; `nil` if it runs at once, and
  /// in events that do not tell of the making.
  public var context: String? { detail.words?.context }

  /// When it happened, in nanoseconds on the clock of ``Diagnostics/now``.
  public var time: UInt64 { record.time }

  /// The system's number of the thread on which it happened.
  public var thread: UInt64 { record.thread }

  /// Who called, where a promise was created or chained; empty for what happened later.
  public var callers: Callers { Callers(record.callers) }

  /// The place where the chain was started.
  public var place: Place { Place(record.site) }

  /// The `#fileID` of the place where the chain was started.
  public var fileID: String { record.site.fileID }

  /// The line of that place.
  public var line: UInt { record.site.line }
}

/// The number of a promise, in the order in which observers heard of them; no two have the same.
public struct PromiseID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number.
  public let number: UInt64

  /// Creates the number, to test an observer with.
  ///
  /// - Parameter number: The number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Whether the left promise was seen earlier.
  public static func < (left: PromiseID, right: PromiseID) -> Bool { left.number < right.number }

  /// The number, such as `#42`.
  public var description: String { "#\(number)" }
}
