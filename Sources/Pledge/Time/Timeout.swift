public import PledgeCore

extension Future {
  /// Returns a promise that settles like this one, or is rejected if that takes longer than
  /// `limit`.
  ///
  ///     let user = load(1).timeout(after: .seconds(5))
  ///
  /// At the limit, the promise is rejected with `error`, or with a ``TimeoutError`` that contains
  /// the limit and names the promise that was waited for, and detaches from this promise. If it was
  /// the last consumer, the work is discarded; work that ignores the discard does not delay the
  /// timeout. The timer stops as soon as there is an outcome (spec 11.5).
  ///
  /// - Parameters:
  ///   - limit: The time limit, measured from this call. If it is zero or negative, a pending
  ///     promise times out immediately. Limits longer than a hundred years count as a hundred
  ///     years.
  ///   - error: The error with which the promise is rejected at the limit; if `nil`, a
  ///     ``TimeoutError``.
  ///   - clock: The clock that measures the time; see ``after(_:clock:file:line:)``.
  /// - Returns: A promise that settles like this one, unless the limit passes first.
  /// - Complexity: O(log *n*), where *n* is the number of pending timers.
  @inlinable
  public final func timeout(
    after limit: Duration,
    orThrow error: (any Error)? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Promise<Value> {
    limited(to: limit, orThrow: error, on: clock, by: Names.Timeout.self)
  }

  /// Same as ``limited(to:orThrow:on:until:by:)``, until the limit has passed.
  @inlinable
  final func limited<C: Clock<Duration>, Name: OperatorName>(
    to limit: Duration,
    orThrow error: (any Error)?,
    on clock: C,
    by name: Name.Type
  ) -> Promise<Value> {
    limited(to: limit, orThrow: error, on: clock, until: nil, by: name)
  }

  /// Returns a promise that settles like this one, unless `clock` reaches an instant first.
  ///
  /// - Parameters:
  ///   - limit: The time limit, for the error. If it is zero or negative, no timer is needed.
  ///   - error: The error at the limit; if `nil`, a ``TimeoutError``.
  ///   - clock: The clock that measures the time.
  ///   - instant: The instant; if it is `nil`, the one at which the limit has passed.
  ///   - name: The name of the operator.
  /// - Returns: A promise with the outcome, or with the error at the limit.
  @inlinable
  final func limited<C: Clock<Duration>, Name: OperatorName>(
    to limit: Duration,
    orThrow error: (any Error)?,
    on clock: C,
    until instant: C.Instant?,
    by name: Name.Type
  ) -> Promise<Value> {
    guard isPending else { return stage(Limiting(name, timer: NoTimer())) }
    guard limit > .zero else {
      let limited = stage(Limiting(name, timer: NoTimer()))
      limited.timeOut(after: limit, orThrow: error)
      return limited
    }
    let deadline = instant ?? clock.now.advanced(by: limit.asWait)
    // Observers see the timer, so for them, it has to be a promise.
    if clock is ContinuousClock, let deadline = deadline as? ContinuousClock.Instant,
      !InstrumentationFlags.current.includeAny(of: [.creations, .events])
    {
      return limited(to: limit, orThrow: error, until: deadline, by: name)
    }
    let timer = Promise.sleeping(until: deadline, on: clock)
    let limited = stage(Limiting(name, timer: ClockTimer(promise: timer)))
    timer.observed { outcome in
      switch outcome {
      case .success: limited.timeOut(after: limit, orThrow: error)
      // If the clock fails, it cannot measure the limit.
      case .failure(let failure): _ = limited.tryReject(with: failure)
      }
    }
    return limited
  }

  /// Same as ``limited(to:orThrow:on:until:by:)``, on the continuous clock, without a promise for
  /// the timer.
  @inlinable
  final func limited<Name: OperatorName>(
    to limit: Duration,
    orThrow error: (any Error)?,
    until deadline: ContinuousClock.Instant,
    by name: Name.Type
  ) -> Promise<Value> {
    let timer = QueuedTimer()
    let limited = stage(Limiting(name, timer: timer))
    timer.start(until: deadline) {
      limited.timeOut(after: limit, orThrow: error)
    }
    return limited
  }
}

extension Promise {
  /// Rejects this promise, which has reached its time limit, unless it is settled.
  @usableFromInline final func timeOut(after limit: Duration, orThrow error: (any Error)?) {
    let error = error ?? TimeoutError(limit: limit, waitedFor: pendingOrigin())
    _ = tryReject(with: error, because: .timeout)
  }
}

/// A handler that forwards the outcome and stops the timer if it is still running.
@frozen @usableFromInline
struct Limiting<Value: Sendable, Timer: LimitTimer, Name: OperatorName>: PlainStageHandler {
  @usableFromInline let timer: Timer

  @inlinable init(_: Name.Type, timer: Timer) {
    self.timer = timer
  }

  @inlinable static var operatorID: OperatorID { Name.operatorID }
  @inlinable static var interest: Interest { .both }
  @inlinable static var hasDeferredCleanup: Bool { true }

  @inlinable var recipient: Recipient { .derived }

  @inlinable func resolve(with outcome: Result<Value, any Error>) throws -> Resolution<Value> {
    timer.stop()
    return Resolution(outcome)
  }

  @inlinable func deferredCleanup() -> Cleanup? {
    .stopping { timer.stop() }
  }
}

/// The timer of a time limit.
@usableFromInline protocol LimitTimer: Sendable {
  func stop()
}

/// A timer of any clock.
@frozen @usableFromInline struct ClockTimer: LimitTimer {
  @usableFromInline let promise: Promise<Void>

  @inlinable init(promise: Promise<Void>) {
    self.promise = promise
  }

  @inlinable func stop() { promise.discard() }
}

/// The timer of a limit that is not needed, or has passed.
@frozen @usableFromInline struct NoTimer: LimitTimer {
  @inlinable init() {}

  @inlinable func stop() {}
}

/// A wait in the queue of timers.
@usableFromInline struct QueuedTimer: LimitTimer {
  private let ticket = TimerQueue.shared.draw()

  @usableFromInline init() {}

  /// Calls `alert` at `deadline`, unless the timer has been stopped.
  @usableFromInline func start(
    until deadline: ContinuousClock.Instant,
    _ alert: @escaping @Sendable () -> Void
  ) {
    TimerQueue.shared.enter(ticket, until: deadline, alert)
  }

  @usableFromInline func stop() { TimerQueue.shared.remove(ticket) }
}
