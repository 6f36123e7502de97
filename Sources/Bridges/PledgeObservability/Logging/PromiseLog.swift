#if Logging
public import Logging
public import Pledge

internal import class PledgeCore.Locked

/// An observer that logs what went wrong: a line for each rejection that nobody heard.
///
///     Diagnostics.install(PromiseLog(Logger(label: "promises")))
///
/// The message is always the same for the same kind of event, so that it can be searched for; what
/// is particular is in the metadata: `pledge.event`, `pledge.promise`, `pledge.operator`,
/// `pledge.site`, `pledge.context`, `pledge.outcome`, `pledge.other` (the promise that this one was
/// chained to, or waits for), `error.message` and `error.type`. The file and the line of the message
/// are those where the chain was started. Every text is on one line, and cut where it is very long.
///
/// What made a promise is kept while it is pending, and for the last 4,096 that are settled. For a
/// promise that was made before the installation, it is `unknown`.
public final class PromiseLog: PromiseObserver {
  private let logger: Logger
  private let unhandled: Logger.Level?
  private let settledAgain: Logger.Level?
  private let others: Logger.Level?
  private let origins = Locked(Origins(remembered: 4_096))

  /// Creates the observer; it logs nothing before it is installed.
  ///
  /// - Parameters:
  ///   - logger: Where lines go. It is called on the thread on which something happened, and so is the
  ///     `description` of an error.
  ///   - unheard: The level of a rejection that nobody heard; `nil` for not logging it.
  ///   - settledAgain: The level of a settlement that did nothing since the promise was settled; `nil`
  ///     for not logging it.
  ///   - others: The level of all other events, of which there are several for each promise; `nil`,
  ///     which is the default, for not logging them.
  public init(
    _ logger: Logger,
    unhandled: Logger.Level? = .error,
    settledAgain: Logger.Level? = .debug,
    others: Logger.Level? = nil
  ) {
    self.logger = logger
    self.unhandled = unhandled
    self.settledAgain = settledAgain
    self.others = others
  }

  /// Logs `event`, if events of its kind are logged.
  ///
  /// - Parameter event: What happened.
  public func observe(_ event: PromiseEvent) {
    let origin = note(event)
    guard let level = level(of: event.kind) else { return }
    // Not as the `error` of the message: handlers would write its description as it is.
    logger.log(
      level: level,
      Logger.Message(stringLiteral: event.kind.message),
      metadata: event.metadata(origin ?? Origins.Origin(event)),
      file: PledgeObservability.line(event.fileID, limit: nameLimit),
      function: origin?.operator ?? event.operatorName,
      line: event.line
    )
  }

  /// Returns what made the promise, which the first event of it tells.
  private func note(_ event: PromiseEvent) -> Origins.Origin? {
    let promise = event.promise
    switch event.kind {
    case .created, .chained:
      let origin = Origins.Origin(event)
      origins.withLock { $0.begin(promise, origin) }
      return origin
    case .merged, .settled(.fulfilled), .settled(.discarded):
      // Nothing is logged of it any more, but that it was settled once more.
      return end(promise, isKept: settledAgain != nil)
    case .settled: return end(promise, isKept: true)
    case .unhandled, .settledAgain, .waits: return origins.withLock { $0[promise] }
    }
  }

  private func end(_ promise: PromiseID, isKept: Bool) -> Origins.Origin? {
    origins.withLock { origins in
      defer { origins.end(promise, isKept: isKept) }
      return origins[promise]
    }
  }

  private func level(of kind: PromiseEvent.Kind) -> Logger.Level? {
    switch kind {
    case .unhandled: unhandled
    case .settledAgain: settledAgain
    default: others
    }
  }
}

extension PromiseEvent {
  fileprivate func metadata(_ origin: Origins.Origin) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "pledge.event": "\(kind.name)",
      "pledge.promise": "\(promise)",
      "pledge.operator": "\(origin.operator)",
      "pledge.site": "\(site)",
    ]
    metadata["pledge.context"] = origin.context.map { "\($0)" }
    metadata["pledge.outcome"] = kind.outcome.map { "\($0)" }
    metadata["pledge.other"] = kind.other.map { "\($0)" }
    if let error = kind.error {
      metadata["error.message"] = "\(PledgeObservability.line("\(error)"))"
      let type = String(reflecting: type(of: error))
      metadata["error.type"] = "\(PledgeObservability.line(type, limit: nameLimit))"
    }
    return metadata
  }
}

extension PromiseEvent.Kind {
  fileprivate var name: String {
    switch self {
    case .created: "created"
    case .chained: "chained"
    case .waits: "waits"
    case .merged: "merged"
    case .settled: "settled"
    case .unhandled: "unhandled"
    case .settledAgain: "settledAgain"
    }
  }

  fileprivate var message: String {
    switch self {
    case .created: "promise created"
    case .chained: "promise chained"
    case .waits: "promise waits for another"
    case .merged: "promise taken out of its chain"
    case .settled: "promise settled"
    case .unhandled: "unhandled rejection"
    case .settledAgain: "promise settled once more, which does nothing"
    }
  }

  fileprivate var outcome: String? {
    switch self {
    case .settled(let outcome): outcome.name
    case .unhandled(let error): error is BrokenPromiseError ? "broken" : "rejected"
    default: nil
    }
  }

  fileprivate var other: PromiseID? {
    switch self {
    case .chained(let other), .waits(let other): other
    default: nil
    }
  }

  fileprivate var error: (any Error)? {
    switch self {
    case .unhandled(let error), .settled(.rejected(let error)): error
    default: nil
    }
  }
}
#endif
