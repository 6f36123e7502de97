public import PledgeCore

/// A queue of asynchronous operations that limits how many run at the same time (spec 14).
///
///     let uploads = PromiseQueue(limit: 2)
///     for file in files {
///       uploads.add { upload(file) }.catch { print($0) }
///     }
///     uploads.drained().observe(on: MainActor.shared) { _ in self.spinner.stop() }
///
/// Operations start in the order in which they were added, those with a higher priority first. Each
/// starts on the thread that adds an operation, ends an earlier one, resumes the queue, or raises
/// its limit, or on a thread of the clock if it had to wait for the rate. A queue with a limit of 1
/// is serial. A queue can be used from any thread, and from within its operations.
///
/// **Limiting the load.** The limit, which can be changed, applies to operations that run at the
/// same time, `rate` to the operations that start in a period, and `maxWaiting` to the operations
/// that wait. A queue for a server that permits ten requests per second, and whose callers are to
/// be rejected quickly if there are too many (spec 14.7):
///
///     let requests = PromiseQueue(limit: 4, rate: .init(10, per: .seconds(1)), maxWaiting: 100)
///     let user = requests.add(priority: 1) { load(1) }
///     user.catch { if $0 is QueueFullError { print("busy, try again later") } }
///
/// **When an operation ends.** An operation has ended when its promise is settled, the handlers
/// registered by then have been started, and its closure has returned. It makes no difference how
/// the promise was settled: by the operation, by its timeout, explicitly, or by a discard. Work
/// that ignores a discard does not hold up the queue.
///
/// **When operations wait for each other.** An operation that waits for another operation of its
/// queue keeps its slot while it waits. If all running operations wait for operations that have not
/// started, no slot can be freed, and the operation that completes this deadlock is rejected with
/// ``CycleError`` (spec 14.1.11).
///
/// **Discarding an operation.** An operation is discarded by discarding its promise, or when the
/// last consumer of the promise detaches (spec 6.3). Releasing the promise does not discard the
/// operation.
///
/// **Releasing the queue.** A released queue still runs the operations that were added. A paused
/// queue cannot be resumed after that, so its waiting operations are rejected with
/// ``BrokenPromiseError``. An operation that holds its own queue keeps the queue from being
/// released; capture the queue weakly where that matters.
public final class PromiseQueue: Sendable {
  @usableFromInline let engine: QueueEngine
  /// The error with which every operation is rejected, if the queue was created with invalid
  /// arguments.
  @usableFromInline let argumentError: ArgumentError?
  @usableFromInline let clock: any Clock<Duration>
  @usableFromInline let progress: ProgressMonitor?

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of operations that run at the same time. With a limit less than
  ///     1, every operation is rejected with ``ArgumentError``.
  ///   - rate: The maximum rate at which operations start; `nil` for none.
  ///   - maxWaiting: The maximum number of operations that wait; `nil` for no maximum. An operation
  ///     beyond it is rejected with ``QueueFullError``. With 0, an operation that cannot start
  ///     immediately is rejected. If it is negative, every operation is rejected with
  ///     ``ArgumentError``.
  ///   - overflow: The operation that is rejected if one more than `maxWaiting` would wait.
  ///   - clock: The clock that measures the rate and the timeouts of operations. If its `sleep`
  ///     throws while operations wait for the rate, they are rejected with its error.
  ///   - progress: A monitor that gets a part for each operation. The part is finished when the
  ///     operation has ended, however it ended, so the fraction is 1 if all are discarded
  ///     (spec 17.4.4). For finer reports, give each operation a part of your own monitor.
  public init(
    limit: Int = 1,
    rate: Rate? = nil,
    maxWaiting: Int? = nil,
    overflow: Overflow = .rejectNewest,
    clock: any Clock<Duration> = ContinuousClock(),
    progress: ProgressMonitor? = nil
  ) {
    argumentError =
      Self.error(forLimit: limit) ?? Self.error(forMaxWaiting: maxWaiting) ?? rate?.argumentError
    engine = QueueEngine(
      limit: limit,
      rate: argumentError == nil ? rate : nil,
      maxWaiting: maxWaiting ?? .max,
      overflow: overflow,
      clock: clock
    )
    self.clock = clock
    self.progress = progress
  }

  /// The operation that is rejected with ``QueueFullError`` if one more than the maximum number
  /// would wait (spec 14.7.8).
  public enum Overflow: Sendable {
    /// The operation that is added, whatever its priority is.
    case rejectNewest

    /// The last of the waiting operations with the lowest priority, if that is lower than the
    /// priority of the operation that is added; otherwise the latter (spec 14.7.12).
    case rejectLowestPriority
  }

  static func error(forLimit limit: Int) -> ArgumentError? {
    if limit > 0 { return nil }
    return ArgumentError("PromiseQueue(limit: \(limit)): limit must be at least 1")
  }

  private static func error(forMaxWaiting maxWaiting: Int?) -> ArgumentError? {
    guard let maxWaiting, maxWaiting < 0 else { return nil }
    return ArgumentError("PromiseQueue(maxWaiting: \(maxWaiting)): maxWaiting must be at least 0")
  }

  deinit {
    engine.close()
  }
}

// MARK: - Adding

extension PromiseQueue {
  /// Adds an operation that returns a promise (spec 14.1).
  ///
  ///     let user = queue.add(timeout: .seconds(30)) { load(1) }
  ///
  /// - Parameters:
  ///   - priority: The priority of the operation. Of the waiting operations, those with the highest
  ///     priority start first, in the order in which they were added. Operations with a low
  ///     priority wait as long as others with a higher one keep coming.
  ///   - timeout: The time limit for the operation, measured from its start. At the limit, the
  ///     operation is rejected with ``TimeoutError`` and its slot is freed. If `nil`, there is no
  ///     limit.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: A closure that starts the work. Called when a slot is free, possibly before
  ///     this method returns. If it throws, the returned promise is rejected. It is released after
  ///     it has run, or when the promise is settled earlier.
  /// - Returns: A promise that settles like the one returned by `operation`.
  @inlinable
  public func add<Value: Sendable>(
    priority: Int = 0,
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @isolated(any) @Sendable () throws -> Future<Value>
  ) -> Promise<Value> {
    if let argumentError { return Promise(error: argumentError, file: file, line: line) }
    // An operation belongs to the load that added it, not to the load whose end starts it.
    let (load, operation) = (Load.caller, onItsActor(operation))
    return engine.add(at: Site(file, line), priority: priority, progress?.part()) {
      [clock] _ in
      let work = try Load.run(for: load, operation)
      guard let timeout else { return work }
      return work.limited(to: timeout, orThrow: nil, on: clock, by: Names.Limit.self)
    }
  }

  /// Adds an asynchronous operation, which runs in a task of its own (spec 10.2.5).
  ///
  ///     let user = queue.add { try await fetch(1) }
  ///
  /// Discarding the promise cancels the task. The task is created when a slot is free, so of the
  /// task-locals of this call, it sees only those captured for handlers (spec 10.3).
  ///
  /// A task that awaits an operation which it has added to its own queue keeps its slot meanwhile.
  /// If all tasks that have slots do so, none continues; a line on standard error says so after ten
  /// seconds (spec 14.1.13).
  ///
  /// - Parameters:
  ///   - priority: See ``add(priority:timeout:file:line:_:)-23i76``.
  ///   - timeout: See ``add(priority:timeout:file:line:_:)-23i76``.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The work. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value returned by `operation`.
  @_disfavoredOverload
  public func add<Value: Sendable>(
    priority: Int = 0,
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    if let argumentError { return Promise(error: argumentError, file: file, line: line) }
    let (load, site) = (Load.caller, Site(file, line))
    return engine.add(at: site, priority: priority, progress?.part()) {
      [engine, clock] number in
      let task = QueueTask(engine: engine, number: number)
      let work = Load.run(for: load) {
        Promise(
          running: { _ in
            try await QueueTask.$current.withValue(task, operation: operation)
          },
          at: site,
          by: .task
        )
      }
      guard let timeout else { return work }
      return work.limited(to: timeout, orThrow: nil, on: clock, by: Names.Limit.self)
    }
  }

  /// Adds an operation based on callbacks (spec 14.1).
  ///
  ///     let user = queue.addCallback(timeout: .seconds(10)) { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// Only the first call to the resolver counts. If the last copy of the resolver is released
  /// without a call, the promise is rejected with ``BrokenPromiseError``.
  ///
  /// - Parameters:
  ///   - priority: See ``add(priority:timeout:file:line:_:)-23i76``.
  ///   - timeout: See ``add(priority:timeout:file:line:_:)-23i76``.
  ///     Recommended for work that may keep the resolver and never call back.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: A closure that starts the work. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the outcome passed to the resolver.
  public func addCallback<Value: Sendable>(
    priority: Int = 0,
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (_ resolver: Resolver<Value>) throws -> Void
  ) -> Promise<Value> {
    add(priority: priority, timeout: timeout, file: file, line: line) {
      Promise(file: file, line: line, operation)
    }
  }
}
