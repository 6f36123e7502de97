public import PledgeCore

/// A queue of asynchronous operations that limits how many run at the same time (spec 14).
///
///     let uploads = PromiseQueue(limit: 2)
///     for file in files {
///       uploads.add { upload(file) }.catch { print($0) }
///     }
///     uploads.drained().observe(on: MainActor.shared) { _ in self.spinner.stop() }
///
/// Operations start in the order in which they were added. Each starts on the thread that adds it,
/// ends an earlier operation, or resumes the queue. A queue with a limit of 1 is serial. A queue
/// can be used from any thread, and from within its operations.
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
  @usableFromInline let semaphore: SlotSemaphore
  @usableFromInline let limit: Int
  @usableFromInline let clock: any Clock<Duration>
  @usableFromInline let progress: ProgressMonitor?

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of operations that run at the same time. With a limit less than
  ///     1, every operation is rejected with ``ArgumentError``.
  ///   - clock: The clock that measures the timeouts of operations.
  ///   - progress: A monitor that gets a part for each operation. The part is finished when the
  ///     operation has ended, however it ended (spec 17.4.4). For finer reports, give each
  ///     operation a part of your own monitor.
  public init(
    limit: Int = 1,
    clock: some Clock<Duration> = ContinuousClock(),
    progress: ProgressMonitor? = nil
  ) {
    semaphore = SlotSemaphore(limit: limit)
    self.limit = limit
    self.clock = clock
    self.progress = progress
  }

  deinit {
    semaphore.close()
  }
}

// MARK: - Adding

extension PromiseQueue {
  /// Adds an operation that returns a promise (spec 14.1).
  ///
  ///     let user = queue.add(timeout: .seconds(30)) { load(1) }
  ///
  /// - Parameters:
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
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Promise<Value> {
    guard limit > 0 else {
      let error = ArgumentError("PromiseQueue(limit: \(limit)): limit must be at least 1")
      return Promise(error: error, file: file, line: line)
    }
    // An operation belongs to the load that added it, not to the load whose end starts it.
    let load = Load.caller
    return semaphore.admit(at: Site(file, line), progress?.part()) { [clock] in
      let work = try Load.run(for: load, operation)
      guard let timeout else { return work }
      return work.timeout(after: timeout, clock: clock)
    }
  }

  /// Adds an operation that runs in its own task (spec 14.1).
  ///
  ///     let user = queue.addTask { try await fetch(1) }
  ///
  /// Discarding the promise cancels the task. The task is created when a slot is free, so of the
  /// task-locals of this call, it sees only those captured for handlers (spec 10.3).
  ///
  /// - Parameters:
  ///   - timeout: See ``add(timeout:file:line:_:)``.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: The work. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value returned by `operation`.
  public func addTask<Value: Sendable>(
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) -> Promise<Value> {
    add(timeout: timeout, file: file, line: line) {
      Promise(file: file, line: line, operation)
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
  ///   - timeout: See ``add(timeout:file:line:_:)``. Recommended for work that may keep the
  ///     resolver and never call back.
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  ///   - operation: A closure that starts the work. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the outcome passed to the resolver.
  public func addCallback<Value: Sendable>(
    timeout: Duration? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable (_ resolver: Resolver<Value>) throws -> Void
  ) -> Promise<Value> {
    add(timeout: timeout, file: file, line: line) {
      Promise(file: file, line: line, operation)
    }
  }
}

// MARK: - State and control

extension PromiseQueue {
  /// The number of operations that have started and not ended.
  ///
  /// Other threads may change it at any time.
  public var running: Int { semaphore.counts.running }

  /// The number of operations that have not started.
  ///
  /// Other threads may change it at any time.
  public var waiting: Int { semaphore.counts.waiting }

  /// Whether the queue is paused.
  ///
  /// Other threads may change it at any time.
  public var isPaused: Bool { semaphore.isPaused }

  /// Stops starting operations until ``resume()`` is called; running operations continue
  /// (spec 14.3).
  public func pause() {
    semaphore.isPaused = true
  }

  /// Starts waiting operations again (spec 14.3).
  ///
  /// As many operations as there are free slots start before this method returns, on the calling
  /// thread.
  public func resume() {
    semaphore.isPaused = false
  }

  /// Discards every operation added so far, running ones first (spec 14.4).
  ///
  /// Waiting operations never start. Operations added during this call, for instance by a handler,
  /// are not affected. An operation may call this method; it ends when its closure has returned.
  public func discardAll() {
    semaphore.discardAll()
  }

  /// Returns a promise that is fulfilled once no operation is waiting or running (spec 14.5).
  ///
  ///     try await queue.drained().value
  ///
  /// The promise is fulfilled immediately if that is already the case. The promises of all
  /// operations are settled by then. A paused queue with waiting operations is not drained; an
  /// empty paused queue is.
  ///
  /// - Parameters:
  ///   - file: The source file shown in diagnostics.
  ///   - line: The source line shown in diagnostics.
  /// - Returns: The promise. Discarding it does not affect any operation.
  public func drained(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    semaphore.drained(at: Site(file, line))
  }
}
