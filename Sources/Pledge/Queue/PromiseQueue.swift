public import PledgeCore

/// A queue of asynchronous operations, of which at most so many run at a time (spec 14).
///
///     let uploads = PromiseQueue(limit: 2)
///     for file in files {
///       uploads.add { upload(file) }.catch { print($0) }
///     }
///     uploads.drained().observe(on: MainActor.shared) { _ in self.spinner.stop() }
///
/// Operations start in the order in which they were added, each on the thread that adds it or that
/// ends the one before it; a queue with a limit of 1 is serial. They may be added at any time, from
/// any thread, and from within an operation.
///
/// **The end of an operation** is when its promise is settled, the handlers that were registered by
/// then have been started, and its closure has returned. How it was settled makes no difference: by
/// the operation, by its timeout, by hand, or because it was discarded; work that ignores that holds
/// nobody up.
///
/// **An operation that waits for another one of its queue** keeps its slot meanwhile. If no slot can be
/// freed because all operations that run wait for some that do not, the one that completes this is
/// rejected with ``CycleError`` (spec 14.1.11).
///
/// **One operation** is discarded by discarding its promise, and when the last consumer of that
/// leaves (spec 6.3). One whose promise is simply dropped runs.
///
/// **A queue that is dropped** goes on with what was added. If it is paused then, nobody can resume
/// it: what waits is rejected with ``BrokenPromiseError``. An operation that holds its own queue keeps it from
/// being dropped, so capture it weakly where that matters.
public final class PromiseQueue: Sendable {
  @usableFromInline let semaphore: SlotSemaphore
  @usableFromInline let limit: Int
  @usableFromInline let clock: any Clock<Duration>
  @usableFromInline let progress: ProgressMonitor?

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: How many operations may run at a time, at least 1; with less, every operation is
  ///     rejected with ``ArgumentError``.
  ///   - clock: What measures the timeouts of operations.
  ///   - progress: What gets a part for each operation, which is done when that has ended, however it
  ///     ended (spec 17.4.4). For finer reports, give each operation a part of a monitor of your own.
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
  ///   - timeout: The time it may take from its start on, before it is rejected with
  ///     ``TimeoutError`` and its place is given away; `nil` for as long as it takes.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: Starts the work when it is its turn, before this returns if there is a free
  ///     place; if it throws, the returned promise is rejected. Released when it has run, or when the
  ///     promise is settled before that.
  /// - Returns: A promise that settles as the one that `operation` returns.
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
    // An operation belongs to the load that added it, not to the one that ends before it starts.
    let load = Load.caller
    return semaphore.admit(at: Site(file, line), progress?.part()) { [clock] in
      let work = try Load.run(for: load, operation)
      guard let timeout else { return work }
      return work.timeout(after: timeout, clock: clock)
    }
  }

  /// Adds an operation that runs in a task of its own (spec 14.1).
  ///
  ///     let user = queue.addTask { try await fetch(1) }
  ///
  /// Discarding the promise cancels the task. The task is made when it is the operation's turn, so
  /// of the task-locals of this call it sees those that are kept (spec 10.3).
  ///
  /// - Parameters:
  ///   - timeout: See ``add(timeout:file:line:_:)``.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: The work; if it throws, the returned promise is rejected.
  /// - Returns: A promise for what `operation` returns.
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

  /// Adds an operation that calls back (spec 14.1).
  ///
  ///     let user = queue.addCallback(timeout: .seconds(10)) { resolver in
  ///       sdk.load(1) { value, error in resolver.settle(value, error) }
  ///     }
  ///
  /// Of several calls the first one counts. When the last copy of the resolver goes without a call,
  /// the promise is rejected with ``BrokenPromiseError``.
  ///
  /// - Parameters:
  ///   - timeout: See ``add(timeout:file:line:_:)``; a good idea for what may keep the resolver and
  ///     never call back.
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: Starts the work; if it throws, the returned promise is rejected.
  /// - Returns: A promise for what the resolver is told.
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

// MARK: - Looking and steering

extension PromiseQueue {
  /// How many operations have started and not ended.
  ///
  /// Any thread; others may change it meanwhile.
  public var running: Int { semaphore.counts.running }

  /// How many operations have not started.
  ///
  /// Any thread; others may change it meanwhile.
  public var waiting: Int { semaphore.counts.waiting }

  /// Whether nothing is started for the time being.
  ///
  /// Any thread; others may change it meanwhile.
  public var isPaused: Bool { semaphore.isPaused }

  /// Starts nothing more until ``resume()``; what runs goes on (spec 14.3).
  ///
  /// Any thread.
  public func pause() {
    semaphore.isPaused = true
  }

  /// Starts what waits again, as far as there are places, before this returns (spec 14.3).
  ///
  /// Any thread, on which those operations run.
  public func resume() {
    semaphore.isPaused = false
  }

  /// Discards every operation that has been added so far, those that run first (spec 14.4).
  ///
  /// What waits never starts. What is added while this goes on, by a handler for instance, is not
  /// concerned. An operation may call this: it ends when its closure has returned.
  public func discardAll() {
    semaphore.discardAll()
  }

  /// Returns a promise that is fulfilled once nothing waits or runs (spec 14.5).
  ///
  ///     try await queue.drained().value
  ///
  /// At once if that is so now. Every promise of an operation is settled by then. A paused queue in
  /// which something waits is not drained; one that is empty is.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  /// - Returns: The promise; discarding it touches no operation.
  public func drained(file: StaticString = #fileID, line: UInt = #line) -> Promise<Void> {
    semaphore.drained(at: Site(file, line))
  }
}
