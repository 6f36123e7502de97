#if Logging
public import Logging
public import Pledge

internal import PledgeSupport

/// An observer that logs problems: a line for each unhandled rejection.
///
///     Diagnostics.install(PromiseLog(Logger(label: "promises")))
///
/// All events of the same kind have the same message, so that you can search for it. The metadata
/// contains the details: `pledge.event`, `pledge.promise`, `pledge.operator`, `pledge.site`,
/// `pledge.context`, `pledge.outcome`, `pledge.other` (the promise that this one is derived from or
/// waits for), `pledge.label` (the label of the promise), `pledge.budget` (the retry budget that
/// was overdrawn; the outcome is `overdrawn` then), `error.message`, and `error.type`. The file and
/// line of the message are those where the chain was started. Every text is on one line, and
/// truncated if it is very long.
///
/// The operator of a promise is kept while it is pending, and for the last 4,096 settled promises.
/// For a promise created before the installation, it is `unknown`.
public final class PromiseLog: PromiseObserver {
  private let logger: Logger
  private let unhandled: Logger.Level?
  private let settledAgain: Logger.Level?
  private let others: Logger.Level?
  private let origins = Locked(Origins(remembered: 4_096))

  /// Creates an observer that logs once it is installed.
  ///
  /// - Parameters:
  ///   - logger: The logger. It is called on the thread on which the event happened, and so is the
  ///     `description` of an error.
  ///   - unhandled: The level of unhandled rejections; `nil` to not log them.
  ///   - settledAgain: The level of settlements without effect, since the promise was already
  ///     settled; `nil` to not log them.
  ///   - others: The level of all other events, several for each promise; `nil`, the
  ///     default, to not log them.
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

  /// Logs `event` if its kind is enabled.
  ///
  /// - Parameter event: The event.
  public func observe(_ event: PromiseEvent) {
    let origin = recordOrigin(of: event)
    guard let level = level(of: event.kind) else { return }
    // The error is not passed as `error`, since log handlers would write its description unescaped.
    logger.log(
      level: level,
      Logger.Message(stringLiteral: event.kind.message),
      metadata: event.metadata(origin ?? Origins.Origin(event)),
      file: event.fileID.line(limit: .name),
      function: origin?.operator ?? event.operatorName,
      line: event.line
    )
  }

  /// Returns the origin of the promise, which is stored, since only the first event contains it.
  private func recordOrigin(of event: PromiseEvent) -> Origins.Origin? {
    let promise = event.promise
    switch event.kind {
    case .created, .chained:
      let origin = Origins.Origin(event)
      return origins.withLock { $0.begin(promise, origin, from: event.kind.other) }
    case .labeled(let label):
      let text = label.line(limit: .name)
      let unknown = Origins.Origin(event)
      return origins.withLock { $0.label(promise, text, unknown: unknown) }
    case .merged, .settled(.fulfilled), .settled(.discarded):
      // The only later event that may be logged is another attempt to settle the promise.
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
    metadata["pledge.label"] = origin.label.map { "\($0)" }
    metadata["pledge.context"] = origin.context.map { "\($0)" }
    metadata["pledge.outcome"] = kind.outcome.map { "\($0)" }
    metadata["pledge.other"] = kind.other.map { "\($0)" }
    if let error = kind.error {
      let budget = PromiseEvent.Outcome.rejected(error).overdrawnBudget
      metadata["pledge.budget"] = budget.map { "\($0.line(limit: .name))" }
      metadata["error.message"] = "\(error.shortDescription)"
      let type = String(reflecting: type(of: error))
      metadata["error.type"] = "\(type.line(limit: .name))"
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
    case .labeled: "labeled"
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
    case .labeled: "promise labeled"
    }
  }

  fileprivate var outcome: String? {
    switch self {
    case .settled(let outcome): outcome.name
    case .unhandled(let error):
      error is BrokenPromiseError ? "broken" : PromiseEvent.Outcome.rejected(error).name
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
