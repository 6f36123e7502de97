internal import PledgeCore
internal import PledgeSupport

/// Starts `operation` again while earlier attempts are silent, and takes the first value
/// (spec 11.12).
///
///     let user = hedge(after: .milliseconds(200)) { load(1) }
///
/// The first attempt starts immediately. The next one starts when the latest one has been silent
/// for `silence`, or as soon as any attempt fails, up to `max` attempts; earlier attempts keep
/// running. The first value detaches the result from the other attempts, so their work stops unless
/// it has other consumers. If all attempts fail, the result is rejected with an ``AggregateError``
/// that contains their errors in the order in which they started. A discarded or canceled attempt
/// ends the others, and the result is rejected with its error. Discarding the result detaches it
/// from all attempts and starts no other one.
///
/// Hedging shortens rare long waits; a service that is slow because of its load becomes slower by
/// it, so limit it with a `budget`.
///
/// - Warning: Several attempts may have their effect, also those that are detached and cannot be
///   stopped, so a payment could be executed several times. If repetitions matter, give all
///   attempts the same idempotency key, created before the first one; see `retry`.
///
/// - Parameters:
///   - silence: The time without an outcome after which the next attempt starts. If it is zero, the
///     attempts start as fast as the clock permits, but at least a millisecond after the budget has
///     denied one. A negative time rejects with ``ArgumentError``.
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - budget: Limits the additional attempts of all operations that share it; see ``RetryBudget``.
///     While it is overdrawn, no other attempt starts after a silence. If the running attempts have
///     failed and it is overdrawn, the result is rejected with a ``RetryError`` that names it.
///   - clock: The clock that measures the silence; see ``after(_:clock:file:line:)``. An error
///     thrown by its `sleep` rejects the result.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: A closure that starts an attempt. An error that it throws counts as the failure
///     of the attempt. The first call is made before this function returns, later calls on a thread
///     of the clock or on the thread that rejects an attempt.
/// - Returns: A promise for the first value.
public func hedge<Value: Sendable>(
  after silence: Duration,
  max: Int = 2,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @isolated(any) @Sendable () throws -> Future<Value>
) -> Promise<Value> {
  let site = Site(file, line)
  if let error = hedgingError(silence, max, budget) {
    return Promise(rejectedWith: error, at: site, by: .hedge)
  }
  budget?.deposit()
  let operation = onItsActor(operation)
  let first = firstAttempt(of: max, operation)
  if let settled = first?.fulfilledCopy(at: site, by: .hedge) { return settled }
  let hedging = Hedging(after: silence, max, budget, clock, at: site, operation)
  hedging.begin(with: first)
  return hedging.promise
}

/// Hedges an asynchronous `operation`, each attempt in a task of its own (spec 10.2.5).
///
///     let user = hedge(after: .milliseconds(200)) { try await fetch(1) }
///
/// Otherwise the same as the form whose `operation` returns a promise. The first value, or a
/// discard of the result, cancels the tasks of the other attempts.
///
/// - Parameters:
///   - silence: The time without an outcome after which the next attempt starts; see the other
///     form.
///   - max: The maximum number of attempts. Values less than 1 reject with ``ArgumentError``.
///   - budget: Limits the additional attempts of all operations that share it; see ``RetryBudget``.
///   - clock: The clock that measures the silence; see ``after(_:clock:file:line:)``.
///   - file: The source file shown in diagnostics.
///   - line: The source line shown in diagnostics.
///   - operation: The asynchronous work of an attempt. An error that it throws counts as the
///     failure of the attempt.
/// - Returns: A promise for the first value.
@_disfavoredOverload
public func hedge<Value: Sendable>(
  after silence: Duration,
  max: Int = 2,
  budget: RetryBudget? = nil,
  clock: any Clock<Duration> = ContinuousClock(),
  file: StaticString = #fileID,
  line: UInt = #line,
  _ operation: @escaping @Sendable () async throws -> Value
) -> Promise<Value> {
  hedge(after: silence, max: max, budget: budget, clock: clock, file: file, line: line) {
    Promise(running: operation, at: Site(file, line), by: .task)
  }
}

private func hedgingError(
  _ silence: Duration,
  _ max: Int,
  _ budget: RetryBudget?
) -> ArgumentError? {
  silence >= .zero
    ? argumentError(in: "hedge", max, budget)
    : ArgumentError("hedge(after: \(silence)): the silence must not be negative")
}

/// Executes the decisions of a ``HedgeState``.
///
/// It is owned by its registrations with the attempts and the timer, which end with the promise.
private final class Hedging<Value: Sendable>: Sendable {
  private struct State {
    var attempts: HedgeState
    /// The timer of a silence, and the number of its attempt.
    var timer: (number: Int, promise: Promise<Void>)?
    /// The latest registration with a timer.
    var consumer: Node?

    /// Whether a silence of the attempt with the given number has to be measured, and is not.
    func needsTimer(for number: Int) -> Bool {
      attempts.listens(number) && timer?.number != number
    }

    /// Takes the timer, unless a later attempt than `number` has replaced it.
    mutating func takeTimer(before number: Int) -> Promise<Void>? {
      guard let found = timer, found.number < number else { return nil }
      timer = nil
      return found.promise
    }
  }

  let promise: Promise<Value>
  private let silence: Duration
  private let budget: RetryBudget?
  private let clock: any Clock<Duration>
  private let operation: @Sendable (()) throws -> Future<Value>
  private let state: Locked<State>

  init(
    after silence: Duration,
    _ max: Int,
    _ budget: RetryBudget?,
    _ clock: any Clock<Duration>,
    at site: Site,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) {
    promise = Promise(dependentAt: site, by: .hedge)
    self.silence = silence
    self.budget = budget
    self.clock = clock
    self.operation = CapturedTaskLocals.keeping(clock.attempting(operation))
    state = Locked(State(attempts: HedgeState(max: max)))
  }

  /// Continues after the first attempt, or starts with it.
  func begin(with first: Future<Value>?) {
    if let first { return follow(first, 1) }
    if Nesting.canStart { return Nesting.starting { start(1) } }
    // The promise may be settled before that.
    Nesting.deferStart { if self.promise.isPending { self.start(1) } }
  }

  private func start(_ number: Int) {
    follow(attempt(), number)
  }

  private func follow(_ attempt: Future<Value>, _ number: Int) {
    promise.reportWaiting(for: attempt)
    let consumer = attempt.observed(with: HedgedAttempt(hedging: self, number: number))
    withExtendedLifetime(attempt) {
      promise.addDependencies(.one(consumer))
      promise.breakCycle(through: attempt, by: consumer)
    }
    listen(number)
  }

  private func attempt() -> Future<Value> {
    do {
      return try operation(())
    } catch {
      return Promise(rejectedWith: error, at: .unknown, by: .attempt)
    }
  }

  fileprivate func settled(
    _ number: Int,
    with outcome: Result<Value, any Error>,
    from attempt: Node
  ) {
    switch outcome {
    case .success(let value): _ = promise.tryFulfill(value, from: attempt)
    case .failure(let error) where error.isCancellation:
      _ = promise.tryReject(with: error, from: attempt)
    case .failure(let error): proceed(state.withLock { $0.attempts.fail(number, error) })
    }
  }

  private func proceed(_ step: HedgeState.Step) {
    // No token is withdrawn, and nothing is started, for a result that is settled.
    guard promise.isPending else { return }
    switch step {
    case .wait: break
    case .start(let number):
      // After a failure, the timer still runs.
      state.withLock { $0.takeTimer(before: number) }?.discard()
      if budget == nil || budget?.withdraw() != nil { return start(number) }
      proceed(state.withLock { $0.attempts.deny(number) })
    case .listen(let number): listen(number, atLeast: .milliseconds(1))
    case .fail(let errors, isOverdrawn: true):
      let origin = PromiseOrigin(of: promise, by: .hedge)
      _ = promise.tryReject(with: RetryError(errors, budget: budget?.name, from: origin))
    case .fail(let errors, isOverdrawn: false):
      _ = promise.tryReject(with: AggregateError(errors, of: promise, by: .hedge))
    }
  }

  /// Starts the timer for the silence of an attempt.
  private func listen(_ number: Int, atLeast pause: Duration = .zero) {
    guard promise.isPending, state.withLock({ $0.needsTimer(for: number) }) else { return }
    let timer = Promise.sleeping(for: max(silence, pause), on: clock)
    let consumer = timer.observed { self.fellSilent(number, $0) }
    let (isOutdated, previous) = state.withLock { state in
      // Another thread may have started the next attempt in the meantime, or this timer. Then its
      // timer must remain the dependency.
      guard state.needsTimer(for: number) else { return (true, nil as Node?) }
      state.timer = (number, timer)
      defer { state.consumer = consumer }
      return (false, state.consumer)
    }
    if isOutdated { return timer.discard() }
    promise.replaceDependency(previous, by: consumer)
  }

  private func fellSilent(_ number: Int, _ outcome: Result<Void, any Error>) {
    switch outcome {
    case .success: proceed(state.withLock { $0.attempts.fellSilent(number) })
    case .failure(let error):
      // An outdated timer was discarded. If the clock fails, it cannot measure the silence.
      guard state.withLock({ $0.attempts.listens(number) }) else { return }
      _ = promise.tryReject(with: error)
    }
  }
}

/// The registration of a hedge with one of its attempts.
private struct HedgedAttempt<Value: Sendable>: OutcomeHandler {
  let hedging: Hedging<Value>
  let number: Int

  var isNeeded: Bool { hedging.promise.isPending }

  func handle(_ outcome: Result<Value, any Error>, from source: Node) {
    hedging.settled(number, with: outcome, from: source)
  }
}
