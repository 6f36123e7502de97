public import PledgeCore

/// Something that happened to a promise, reported to every installed ``PromiseObserver``.
public struct PromiseEvent: Sendable {
  /// The kind of an event.
  public enum Kind: Sendable {
    /// The promise was created with its own producer, or as a combination of others.
    case created
    /// The promise was derived from another one by an operator.
    case chained(to: PromiseID)
    /// The promise also waits for another one: a promise that its handler returned, that it
    /// combines, or that it was chained after.
    case waits(for: PromiseID)
    /// The promise was removed from its chain, because it only forwarded the outcome of the promise
    /// above. This keeps loops flat. The promise is never settled.
    case merged
    /// The promise was settled.
    case settled(Outcome)
    /// The promise was rejected or broken, and the rejection was not handled.
    case unhandled(any Error)
    /// A producer settled the promise again, to no effect.
    case settledAgain
    /// The promise was labeled with ``Future/labeled(_:)``.
    case labeled(String)
  }

  /// The outcome of a promise.
  public enum Outcome: Sendable {
    /// The promise was fulfilled with a value.
    case fulfilled
    /// The promise was rejected with an error.
    case rejected(any Error)
    /// The promise was discarded: its error is ``DiscardedError``.
    case discarded
    /// The promise was broken: its error is ``BrokenPromiseError``, unless it had no consumer.
    case broken
  }

  // The event of the core, for Pledge's own recorders.
  @usableFromInline package let record: Instrumentation.EventRecord
  @usableFromInline package let detail: Instrumentation.Detail

  init(_ record: Instrumentation.EventRecord, _ detail: Instrumentation.Detail) {
    self.record = record
    self.detail = detail
  }

  /// Creates an event, for testing an observer.
  ///
  /// - Parameters:
  ///   - kind: The kind of the event.
  ///   - promise: The promise to which the event happened.
  ///   - operator: The operator that created the promise.
  ///   - context: The context on which the promise's handler runs.
  ///   - time: The time of the event, in nanoseconds on the clock of ``Diagnostics/now``.
  ///   - thread: The number of the thread on which the event happened.
  ///   - fileID: The source file in which the chain was started.
  ///   - line: The source line on which the chain was started.
  ///   - callers: The return addresses of the calls that led to the event, innermost first, up to
  ///     the first zero, where there is no code. At most eight are kept.
  public init(
    _ kind: Kind,
    of promise: PromiseID,
    operator: String = "",
    context: String? = nil,
    time: UInt64,
    thread: UInt64 = 0,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    callers: [UInt] = []
  ) {
    let (happened, other, error) = kind.parts
    detail = .words(
      Instrumentation.Words(name: `operator`, context: context, label: kind.label, error: error)
    )
    record = Instrumentation.EventRecord(
      happened,
      of: promise.number,
      at: Site(fileID, line),
      other: other?.number ?? 0,
      callers: Ancestry(callers),
      time: time,
      thread: thread
    )
  }
}

// MARK: - Properties

extension PromiseEvent.Outcome {
  /// The name of the ``RetryBudget`` whose overdraft caused the rejection; `nil` for any other
  /// outcome (spec 11.11.2).
  public var overdrawnBudget: String? {
    guard case .rejected(let error as RetryError) = self else { return nil }
    return error.budget
  }
}

extension PromiseEvent {
  /// The reason that was given for the discard of the promise; `nil` if there is none (spec
  /// 6.1.11).
  public var discardReason: String? { detail.discardReason }

  /// The kind of the event.
  public var kind: Kind { Kind(record, detail) }

  /// The promise to which the event happened.
  public var promise: PromiseID { PromiseID(record.promise) }

  /// The name of the operator or function that created the promise, such as `map` or `all`.
  ///
  /// `Promise` for a promise with its own producer. Empty in events that do not report a creation.
  public var `operator`: String { detail.words?.name ?? record.operatorID?.name ?? "" }

  /// The context on which the promise's handler runs, such as the label of a queue.
  ///
  /// `nil` if the handler runs immediately, and in events that do not report a creation.
  public var context: String? { detail.words?.context }

  /// The time of the event, in nanoseconds on the clock of ``Diagnostics/now``.
  public var time: UInt64 { record.time }

  /// The system's number of the thread on which the event happened.
  public var thread: UInt64 { record.thread }

  /// The return addresses of the calls that created or derived the promise, innermost first; empty
  /// in later events.
  ///
  /// The first ones may belong to Pledge itself. There are at most eight, and reading them
  /// allocates an array.
  public var callers: [UInt] { record.callers.addresses }

  /// The source location where the chain was started.
  public var place: Place { Place(record.site) }

  /// The `#fileID` of the location where the chain was started.
  public var fileID: String { record.site.fileID }

  /// The line of the location where the chain was started.
  public var line: UInt { record.site.line }
}

/// The number of a promise, unique and in the order in which observers first saw the promises.
public struct PromiseID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number.
  public let number: UInt64

  /// Creates a number, for testing an observer.
  ///
  /// - Parameter number: The number.
  public init(_ number: UInt64) {
    self.number = number
  }

  /// Returns whether the left promise was seen earlier.
  public static func < (left: PromiseID, right: PromiseID) -> Bool { left.number < right.number }

  /// The number in the form `#42`.
  public var description: String { "#\(number)" }
}

extension Ancestry {
  /// The addresses, innermost first.
  package var addresses: [UInt] { (0..<count).map { self[$0] } }
}
