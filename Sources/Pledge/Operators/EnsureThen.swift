internal import PledgeCore

extension Future {
  /// Runs an asynchronous cleanup regardless of the outcome, and returns a promise that waits for
  /// the cleanup and settles with the same outcome.
  ///
  ///     database.save(guest).ensureThen { database.close() }.catch { print($0) }
  ///
  /// `finalizer` runs exactly once, under the same conditions as the closure of ``ensure(_:)``. If
  /// this promise is fulfilled and the cleanup fails, because `finalizer` throws or its promise is
  /// rejected, the returned promise is rejected with that error. If this promise is rejected, its
  /// error takes precedence, and an error of the cleanup remains unhandled.
  ///
  /// If the returned promise is discarded or settled explicitly, it does not wait for the cleanup.
  /// If the cleanup has not started yet, it starts once the work upstream has been asked to stop
  /// and the asynchronous cleanups there have ended; otherwise, it continues. The cleanup is never
  /// discarded for lack of consumers (spec 9.2). Cleanups further down that run because of the same
  /// discard wait for it (spec 9.5). If the cleanup waits for the returned promise, the returned
  /// promise is rejected with ``CycleError``.
  ///
  /// - Parameter finalizer: A closure that starts the cleanup and returns a promise for its end.
  ///   The promise's value is ignored. Runs on the thread that settles or discards either promise,
  ///   or immediately if this promise is already settled.
  /// - Returns: A promise with the same outcome, settled after the cleanup.
  public final func ensureThen<Ignored: Sendable>(
    _ finalizer: @escaping @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    stage(Finalizing(at: site, by: .ensureThen, .anyOutcome(finalizer)))
  }

  /// Same as ``ensureThen(_:)``, with `finalizer` running on `context`.
  public final func ensureThen<Ignored: Sendable>(
    on context: some ExecutionContext,
    _ finalizer: @escaping @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    stage(Finalizing(at: site, by: .ensureThen, .anyOutcome(finalizer)), on: context)
  }

  /// Same as ``ensureThen(_:)``, with `finalizer` running on the main actor.
  public final func ensureThen<Ignored: Sendable>(
    on actor: MainActor,
    _ finalizer: @escaping @MainActor @Sendable () throws -> Future<Ignored>
  ) -> Promise<Value> {
    let finalizer = Finalizer<Value, Ignored>.anyOutcome {
      try MainActor.assumeIsolated { try finalizer() }
    }
    return stage(Finalizing(at: site, by: .ensureThen, finalizer), on: actor)
  }
}

/// A closure that starts the cleanup.
enum Finalizer<Value: Sendable, Ignored: Sendable>: Sendable {
  case anyOutcome(@Sendable () throws -> Future<Ignored>)
  case outcome(@Sendable (Result<Value, any Error>) throws -> Future<Ignored>)

  func callAsFunction(after outcome: Result<Value, any Error>) throws -> Future<Ignored> {
    switch self {
    case .anyOutcome(let body): try body()
    case .outcome(let body): try body(outcome)
    }
  }
}

/// A handler that starts the cleanup with a consumer of its own, so that it continues if the stage
/// detaches.
struct Finalizing<Value: Sendable, Ignored: Sendable>: StageHandler {
  private let site: Site
  /// The operator that the trail of an error names.
  private let operatorID: OperatorID
  private let finalizer: Finalizer<Value, Ignored>

  init(at site: Site, by operatorID: OperatorID, _ finalizer: Finalizer<Value, Ignored>) {
    self.site = site
    self.operatorID = operatorID
    self.finalizer = finalizer
  }

  static var operatorID: OperatorID { .ensureThen }
  static var interest: Interest { .both }
  static var hasDeferredCleanup: Bool { true }

  var recipient: Recipient { .derived }

  func resolve(
    with outcome: Result<Value, any Error>,
    from source: Node
  ) throws -> Resolution<Value> {
    // Read now, because the source is not kept.
    let trail = source.errorTrail(passing: operatorID)
    // Discarded when the stage detaches. `tryReject` then returns `false`, so a later error of the
    // cleanup remains unhandled.
    let end = Promise<Value>(dependentAt: site, by: .cleanup)
    let (cleanup, consumer) = finalize(after: outcome) { [operatorID] cleanupOutcome, cleanup in
      if case (.success, .failure(let error)) = (outcome, cleanupOutcome) {
        return end.tryReject(with: error, cleanup.errorTrail(adoptedBy: operatorID))
      }
      switch outcome {
      case .success(let value): _ = end.tryFulfill(value)
      case .failure(let error): _ = end.tryReject(with: error, trail)
      }
      return false
    }
    if end.isPending {
      // Not a dependency: the cleanup continues after the stage has detached.
      end.reportWaiting(for: cleanup)
      consumer.work(for: end)
      end.waits(by: RunningCleanup(consumer))
    }
    return .follow(end)
  }

  func deferredCleanup() -> Cleanup? {
    .lasting { next in
      _ = finalize(after: .failure(DiscardedError())) { _, _ in
        next?.resume()
        return false
      }
    }
  }

  /// Starts the cleanup and passes its outcome to `body`, which returns whether it has handled an
  /// error.
  ///
  /// - Returns: The cleanup and the consumer that calls `body`.
  private func finalize(
    after outcome: Result<Value, any Error>,
    _ body: @escaping @Sendable (Result<Ignored, any Error>, Node) -> Bool
  ) -> (Future<Ignored>, Node) {
    let cleanup: Future<Ignored>
    do {
      cleanup = try finalizer(after: outcome)
    } catch {
      cleanup = Promise(rejectedWith: error, at: site, by: .step)
    }
    return (cleanup, cleanup.noted(by: body))
  }
}

/// A cleanup that has started, and the consumer through which a stage waits for it.
private final class RunningCleanup: ConsumerSource {
  private let consumer: Node

  init(_ consumer: Node) {
    self.consumer = consumer
  }

  func consumers(upTo _: Int) -> [Node] { [consumer] }

  func runningCleanup() -> Cleanup? { consumer.cleanupEndingWithSource() }
}
