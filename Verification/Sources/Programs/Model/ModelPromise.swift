import Pledge

/// A promise of the reference model: a direct, single-threaded implementation of the specification.
///
/// References work as in the library: a promise retains its consumers but not its source, and is
/// deallocated when nothing retains it. Where the specification leaves an order open, the model
/// follows the library: settling serves the consumers of a promise one after the other and then
/// their consumers, breadth first, in chains that it shortens (`PathCompression.swift`).
final class ModelPromise: @unchecked Sendable {
  typealias Outcome = Result<Int, any Error>

  enum State {
    case pending
    /// Its own handler is running. `isDiscardRequested`: it was discarded in the meantime (6.4).
    case running(isDiscardRequested: Bool)
    /// It is claimed, so nothing else can settle it (6.1.6), but its outcome is not yet visible.
    case ending
    case settled(Outcome)
  }

  /// A handler's response to the outcome of its source.
  enum Resolution {
    case settle(Outcome)
    case follow(ModelPromise)
    case send(ModelJob, to: ModelContext)
    /// The end of a plain registration. `isIgnored`: it does not handle a rejection.
    case nothing(isIgnored: Bool)
  }

  typealias Continuation = (Outcome) throws -> Resolution

  var state = State.pending
  /// The promise that this waits for.
  weak var source: ModelPromise?
  var continuation: Continuation?
  /// The cleanup to run if this is settled otherwise than by its handler (9.1).
  var cleanup: ModelCleanup?
  /// Returns a cleanup that ends with the running one for which this stands.
  var runningCleanup: (() -> ModelCleanup)?
  /// The promises that wait for this, oldest first.
  var consumers: [ModelPromise] = []
  /// The dependencies: registrations with other promises that end when this is settled.
  var dependencies: [ModelPromise] = []
  /// The promise whose dependency this registration is.
  weak var owner: ModelPromise?
  /// Dependencies that are computed on demand because they change.
  var dynamicDependencies: () -> [ModelPromise] = { [] }
  /// Whether this may settle although some of its dependencies never do.
  var hasAlternatives = false
  /// Returns the queue in which this is an operation waiting for a slot.
  var awaitedQueue: () -> ModelQueue? = { nil }
  /// The blocks that stop its work.
  var stops: [() -> Void] = []
  /// The closure that starts its work with the first consumer.
  var start: ((ModelPromise) -> Void)?
  /// Whether its consumers are being served, so that a new one is appended (3.2.3).
  var isServing = false
  /// Whether it is discarded when the last consumer detaches (6.3.5, 6.3.7).
  var endsWithConsumers: Bool
  var isShared = false
  /// Whether errors need not be handled, so that a broken promise is reported at once.
  var ignoresErrors = false
  /// Whether this waits for a promise that its handler returned, only to pass the outcome on.
  var isForwarding = false
  /// Whether it is lazy and so cannot be settled or discarded directly.
  var isLazy = false
  /// Whether the error was visible to a consumer (8.2) or need not be handled.
  var isHandled = false
  /// The highest priority that was lent to this.
  var lent = 0
  /// The work that is told the priority.
  var work: ModelWork?
  /// Whether its own rejection counts as handled (8.2.4).
  let marksHandled: Bool

  init(endsWithConsumers: Bool = false, marksHandled: Bool = false) {
    self.endsWithConsumers = endsWithConsumers
    self.marksHandled = marksHandled
  }

  deinit {
    switch state {
    case .settled(.failure(let error)) where !isHandled: Ledger.report(error)
    case .settled: break
    case .pending, .running, .ending: handOffConsumers()
    }
  }
}

// MARK: - Settling

extension ModelPromise {
  /// Settles directly (2.2): stops the work above, then runs cleanups, then handlers (6.3.14).
  @discardableResult
  func settle(_ outcome: Outcome, isHandled: Bool = false) -> Bool {
    guard case .pending = state else { return false }
    // A plain root has no work above it. It detaches from what it is chained after once it is
    // settled.
    if endsWithConsumers || source != nil {
      state = .ending
      detach()
    }
    publishAndServe(outcome, isHandled: isHandled)
    return true
  }

  func publishAndServe(_ outcome: Outcome, isHandled: Bool) {
    if publish(outcome, isHandled: isHandled) { serveConsumers() }
  }

  /// Makes the outcome visible.
  ///
  /// - Returns: Whether there are consumers to serve. Consumers that register during this join
  ///   them.
  func publish(_ outcome: Outcome, isHandled: Bool) -> Bool {
    if case .running(isDiscardRequested: true) = state {
      state = .settled(.failure(DiscardedError()))
      self.isHandled = true
    } else {
      state = .settled(outcome)
      self.isHandled = self.isHandled || isHandled
    }
    (continuation, start) = (nil, nil)
    if ignoresErrors { BrokenPromise.cause(of: outcome)?.report() }
    isServing = !consumers.isEmpty
    let (late, dependencies) = (stops, self.dependencies)
    (stops, self.dependencies) = ([], [])
    // These were added after the discard had taken the others.
    if isDiscarded { for stop in late { stop() } }
    ModelPromise.releaseDependencies(dependencies)
    return isServing
  }

  var isDiscarded: Bool {
    if case .failure(is DiscardedError) = outcome { true } else { false }
  }

  /// The outcome, or `nil` while pending.
  var outcome: Outcome? {
    if case .settled(let outcome) = state { outcome } else { nil }
  }
}

// MARK: - Operations of programs

extension ModelPromise {
  static func pending() -> (ModelPromise, ModelResolver) {
    let promise = ModelPromise()
    return (promise, ModelResolver(promise))
  }

  static func settled(_ outcome: Outcome) -> ModelPromise {
    let promise = ModelPromise()
    promise.state = .settled(outcome)
    return promise
  }

  static func stoppable(_ stop: @escaping () -> Void) -> ModelPromise {
    let promise = ModelPromise()
    promise.onDiscard(stop)
    return promise
  }

  static func lazy(_ start: @escaping () throws -> ModelPromise) -> ModelPromise {
    let promise = ModelPromise(endsWithConsumers: true)
    promise.isLazy = true
    promise.start = { promise in
      do {
        promise.settle(asStarted: try start())
      } catch {
        promise.settle(.failure(error))
      }
    }
    return promise
  }

  /// Returns the promise that `body` returns, or one that is rejected with its error.
  static func attempt(_ body: () throws -> ModelPromise) -> ModelPromise {
    do {
      return try body()
    } catch {
      return .settled(.failure(error))
    }
  }

  /// Counts as a consumer until this is settled (8.2.5).
  func ignoreErrors() {
    isHandled = true
    guard outcome == nil else {
      BrokenPromise.cause(of: outcome)?.report()
      return
    }
    (isShared, ignoresErrors) = (true, true)
    startOnce()
  }

  func settle(as other: ModelPromise) {
    let link = other.observed { self.settle($0) }
    addDependencies([link])
    breakCycle(through: link)
  }
}

/// The resolver of a promise of the model.
final class ModelResolver {
  let promise: ModelPromise

  init(_ promise: ModelPromise) {
    self.promise = promise
  }

  deinit {
    promise.breakPromise()
  }
}
