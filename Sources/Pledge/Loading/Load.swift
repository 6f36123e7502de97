public import PledgeCore
internal import PledgeSupport

/// A load in progress, as seen by the code that runs on its behalf.
@usableFromInline final class Load: Sendable {
  /// The load on whose behalf the current task or closure runs.
  @TaskLocal static var current: Load?

  @usableFromInline init() {}

  /// The waits between loads, in all caches.
  static let waits = Locked(WaitGraph())

  /// The load on whose behalf a function was called, if that is known.
  ///
  /// A handler runs in whichever task settles its promise, which says nothing about the handler's
  /// load. The links between promises record what a handler waits for.
  @usableFromInline static var caller: Load? { Nesting.isInHandler ? nil : current }

  /// Records that this load waits for `other`, and returns `false` if that would close a cycle.
  @usableFromInline func beginWaiting(for other: Load) -> Bool {
    Load.waits.withLock { $0.insert(self, awaiting: other) }
  }

  /// Removes a recorded wait.
  @usableFromInline func endWaiting(for other: Load) {
    Load.waits.withLock { $0.remove(self, awaiting: other) }
  }

  /// Returns a promise with the outcome of this load, for which the caller waits from now on.
  ///
  /// If that would close a cycle, the returned promise is rejected.
  ///
  /// - Parameters:
  ///   - promise: The promise of this load.
  ///   - waiter: The handler of the returned promise.
  /// - Returns: The promise.
  @inlinable func wait<Waiter: LoadWaiter>(
    on promise: Promise<Waiter.Input>,
    by waiter: Waiter
  ) -> Promise<Waiter.Output> {
    guard let caller = Load.caller else { return promise.stage(waiter) }
    guard caller.beginWaiting(for: self) else {
      waiter.detach()
      return Promise(rejectedWith: CycleError(at: [promise.site]), at: promise.site)
    }
    return promise.ensureAtOnce { caller.endWaiting(for: self) }.stage(waiter)
  }

  /// Calls `body` on behalf of `load`.
  @usableFromInline static func run<Output>(
    for load: Load?,
    _ body: () throws -> Output
  ) rethrows -> Output {
    if load === current { return try body() }
    return try $current.withValue(load, operation: body)
  }
}

extension Promise {
  /// Settles the promise of a load with the outcome of `source`; `nil` if the load did not start.
  @inlinable final func settleLoad(with outcome: Result<Value, any Error>, from source: Node?) {
    // Work started by handlers from here on is not part of the load.
    Load.run(for: nil) {
      if case .failure(let error) = outcome, let source {
        _ = tryReject(with: error, from: source)
      } else {
        _ = trySettle(with: outcome)
      }
    }
  }
}

/// The handler of a promise that waits for a load.
@usableFromInline protocol LoadWaiter: PlainStageHandler {
  /// Removes this waiter from the load, if that has not ended.
  ///
  /// Called once, or not at all if the load is fulfilled, because it has then ended.
  func detach()
}

extension LoadWaiter {
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable func deferredCleanup() -> Cleanup? {
    .stopping { _ in detach() }
  }
}
