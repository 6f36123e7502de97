public import PledgeCore
internal import PledgeSupport

/// The part of a queue that starts operations when the queue's state allows it, and detects when
/// they have ended.
///
/// Operations hold the engine, so they continue after their queue has been released.
@usableFromInline final class QueueEngine: Sendable {
  struct Operation: Sendable {
    /// Fulfilled when the operation has a slot; released if it never gets one.
    ///
    /// `nil` if the operation did not have to wait.
    let turn: Resolver<Void>?
    let promise: Node
  }

  let state: Locked<QueueState<Operation>>
  let maxWaiting: Int
  private let clock: any Clock<Duration>
  /// The time since the queue was created; `nil` if the queue has no rate.
  private let time: (@Sendable () -> Duration)?

  /// Creates an engine; the arguments must be valid.
  init(
    limit: Int,
    rate: PromiseQueue.Rate?,
    maxWaiting: Int,
    overflow: PromiseQueue.Overflow,
    clock: any Clock<Duration>
  ) {
    let bucket = rate.map { TokenBucket($0) }
    state = Locked(
      QueueState(limit: limit, maxWaiting: maxWaiting, overflow: overflow, bucket: bucket)
    )
    self.maxWaiting = maxWaiting
    self.clock = clock
    time = rate.map { _ in clock.stopwatch() }
  }

  var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      change { $0.limit = newValue }
      guard InstrumentationFlags.current.includeAny(of: .workers) else { return }
      for operation in state.withLock({ $0.waiting.operations }) {
        PromiseWorker(of: operation.promise)?.note(.queued, queue: self, number: newValue)
      }
    }
  }

  var hasRate: Bool { time != nil }

  var now: Duration { time?() ?? .zero }

  var counts: (running: Int, waiting: Int) { state.withLock { $0.counts } }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      change { $0.isPaused = newValue }
    }
  }

  /// Adds `operation` to the queue, and returns a promise that settles like the one it returns.
  ///
  /// Finishes `part` when the operation has ended. Passes the number of the operation.
  @inlinable
  func add<Value: Sendable>(
    at site: Site,
    priority: Int,
    _ part: ProgressMonitor?,
    _ operation: @escaping @Sendable (Int) throws -> Future<Value>
  ) -> Promise<Value> {
    let promise = Promise<Value>(dependentAt: site, by: .queue)
    if let number = admit(promise) {
      run(number, operation, with: promise, part)
      return promise
    }
    let turn = Promise<Void>(pendingAt: site, by: .turn)
    guard let (number, hasSlot) = add(promise, turn, priority) else { return promise }
    let handler = FlatMapping<Void, Value> { try self.run(number, operation) }
    let work = turn.stage(Named(Names.Step.self, handler)).ensureAtOnce {
      self.end(number, with: promise, part)
    }
    promise.settle(as: work)
    if hasSlot { turn.resolve() }
    proceed()
    return promise
  }

  /// Runs an operation that has not waited, and settles `promise` like the promise that it returns.
  ///
  /// The operation keeps its slot while the closure runs: `promise` may be discarded in the
  /// meantime, but its end is recorded only afterwards.
  @inlinable
  func run<Value: Sendable>(
    _ number: Int,
    _ operation: (Int) throws -> Future<Value>,
    with promise: Promise<Value>,
    _ part: ProgressMonitor?
  ) {
    switch Result(catching: { try Nesting.starting { try operation(number) } }) {
    case .success(let work) where work.isPending:
      let end = work.ensureAtOnce { self.end(number, with: promise, part) }
      withExtendedLifetime(end) { promise.settle(as: end, occupiesSlot: true) }
    case .success(let work):
      promise.settle(asSettled: work)
      end(number, part)
    case .failure(let error):
      _ = promise.tryReject(with: error)
      end(number, part)
    }
  }

  /// Runs an operation whose turn has come.
  @inlinable
  func run<Value: Sendable>(
    _ number: Int,
    _ operation: (Int) throws -> Future<Value>
  ) throws -> Future<Value> {
    // If the operation was discarded at the last moment, its slot has been given away.
    guard start(number) else { throw DiscardedError() }
    // Runs last: work that has no more consumers stops before another operation gets the slot.
    defer { proceed() }
    let work = Result { try operation(number) }
    guard closureReturned(number) else { return try work.get() }
    detach(from: try? work.get())
    throw DiscardedError()
  }

  /// Detaches from the work of an operation that has already ended, which is discarded if it has no
  /// other consumers.
  @inlinable
  func detach<Value: Sendable>(from work: Future<Value>?) {
    let consumer = work?.asVoid()
    // The work may have been rejected already; that no longer matters.
    consumer?.ignoringErrors()
    consumer?.discard()
  }

  /// Discards all operations added so far; waiting ones never start.
  func discardAll() {
    let operations = state.withLock { state in
      // Collected before any is discarded, so that none gets the slot of another.
      state.runningOperations + state.clear()
    }
    discard(operations)
  }

  /// Discards all waiting operations, so that they never start.
  func discardWaiting() {
    discard(state.withLock { $0.clear() })
  }

  /// Changes the priority of the waiting operation with the given promise, and returns whether
  /// there is one.
  func setPriority(_ priority: Int, of promise: Node) -> Bool {
    state.withLock { $0.setPriority(priority) { $0.promise === promise } }
  }

  private func discard(_ operations: [Operation]) {
    for operation in operations {
      operation.promise.discardNode()
      // If another thread is about to discard the operation, its turn must not be broken first.
      operation.turn?.rejectAsDiscarded()
    }
  }

  /// Drops the waiting operations of a paused queue that has been released: it cannot be resumed.
  func close() {
    change { $0.isPaused ? $0.clear() : [] }
  }

  func drained(at site: Site) -> Promise<Void> {
    let promise = Promise<Void>(pendingAt: site, by: .step)
    guard let drained = state.withLock({ $0.awaitDrained(by: promise) }) else {
      return Promise(fulfilledWith: (), at: site)
    }
    return drained.stage(Named(Names.Queue.self, Mapping {}))
  }

  /// Edits the state, releases the value returned by `edit`, and performs the resulting actions.
  func change<Removed>(_ edit: (inout QueueState<Operation>) -> Removed) {
    let now = now
    // One access to the state, unless there is something to do.
    let step = state.withLock { state in (edit(&state), state.step(at: now)) }.1
    if let step { proceed(with: step) }
  }

  @usableFromInline func proceed() {
    if let step = nextStep() { proceed(with: step) }
  }

  private func proceed(with first: QueueState<Operation>.Step) {
    var next: QueueState<Operation>.Step? = first
    while let step = next {
      switch step {
      case .admit(let operation): operation.turn?.resolve()
      case .wait(let delay, let alarm): setAlarm(alarm, after: delay)
      case .stop(let timer): timer.discard()
      case .fulfill(let promise): _ = promise.tryFulfill(())
      }
      next = nextStep()
    }
  }

  private func nextStep() -> QueueState<Operation>.Step? {
    let now = now
    return state.withLock { $0.step(at: now) }
  }

  private func setAlarm(_ number: Int, after delay: Duration) {
    let timer = Promise.sleeping(for: delay, on: clock)
    timer.observed { outcome in
      guard self.state.withLock({ $0.alarm.ring(number) }).wasSet else { return }
      // If the clock fails, it will never bring a token.
      if case .failure(let error) = outcome { self.rejectWaiting(with: error) }
      self.proceed()
    }
    if !state.withLock({ $0.alarm.keep(timer, of: number) }) { timer.discard() }
  }

  private func rejectWaiting(with error: any Error) {
    for operation in state.withLock({ $0.clear() }) { operation.turn?.reject(error) }
  }
}

// MARK: - Cycle search

extension QueueEngine: SlotQueue {
  func wait(of operation: Int) -> SlotWait? {
    state.withLock { state in
      guard state.waiting.contains(operation) else { return nil }
      return SlotWait(
        running: state.counts.running,
        limit: state.limit,
        isPaused: state.isPaused
      )
    }
  }

  var occupants: [SlotOccupant]? {
    let running = state.withLock { $0.isFull ? $0.numberedRuns : nil }
    return running?.map { SlotOccupant(operation: $0.number, promise: $0.operation.promise) }
  }

  func occupant(_ operation: Int) -> Node? {
    state.withLock { $0.runningOperation(operation)?.promise }
  }

  func takeSuspects() -> [Int]? {
    state.withLock { $0.takeSuspects() }
  }

  func keep(suspects: [Int]) {
    state.withLock { $0.suspects = suspects }
  }

  var hasWaitingOperations: Bool {
    state.withLock { $0.counts.waiting > 0 }
  }
}
