public import PledgeCore
internal import PledgeSupport

/// The semaphore of a queue: starts operations when the state of the queue allows it, and detects
/// when they have ended.
///
/// Operations hold the semaphore, so they continue after their queue has been released.
@usableFromInline final class SlotSemaphore: Sendable {
  private struct Operation: Sendable {
    /// Fulfilled when the operation may start; released if the operation never starts.
    ///
    /// `nil` if the operation did not have to wait.
    let turn: Resolver<Void>?
    let promise: Node
  }

  private let state: Locked<QueueState<Operation>>
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    state = Locked(QueueState(limit: limit))
  }

  var counts: (running: Int, waiting: Int) { state.withLock { $0.counts } }

  var isPaused: Bool {
    get { state.withLock { $0.isPaused } }
    set {
      state.withLock { $0.isPaused = newValue }
      proceed()
    }
  }

  /// Adds `operation` to the queue, and returns a promise that settles like the one it returns.
  ///
  /// Finishes `part` when the operation has ended.
  @inlinable
  func admit<Value: Sendable>(
    at site: Site,
    _ part: ProgressMonitor?,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Promise<Value> {
    let promise = Promise<Value>(dependentAt: site, by: QueueOperator.self)
    if let number = startNow(promise) {
      runNow(number, operation, with: promise, part)
      return promise
    }
    let turn = Promise<Void>(pendingAt: site, by: .turn)
    let number = lineUp(promise, turn)
    let work = turn.flatMap { try self.run(number, operation) }.ensure {
      self.settle(number, with: promise, part)
    }
    promise.settle(as: work)
    proceed()
    return promise
  }

  /// Runs an operation that has a slot, and settles `promise` like the promise that it returns.
  @inlinable
  func runNow<Value: Sendable>(
    _ number: Int,
    _ operation: () throws -> Future<Value>,
    with promise: Promise<Value>,
    _ part: ProgressMonitor?
  ) {
    let work = Result { try operation() }
    if exit(number) {
      detach(from: try? work.get())
      part?.finish()
      return proceed()
    }
    switch work {
    case .success(let work) where work.isPending:
      let end = work.ensure { self.settle(number, with: promise, part) }
      withExtendedLifetime(end) { promise.settle(as: end, occupiesSlot: true) }
      proceed()
    case .success(let work):
      _ = work.outcome.map { promise.trySettle(with: $0) }
      end(number, part)
    case .failure(let error):
      _ = promise.tryReject(with: error)
      end(number, part)
    }
  }

  @inlinable
  func run<Value: Sendable>(
    _ number: Int,
    _ operation: () throws -> Future<Value>
  ) throws -> Future<Value> {
    // If the operation was discarded at the last moment, its slot has been given away.
    guard enter(number) else { throw DiscardedError() }
    // Runs last: work that has no more consumers stops before another operation gets the slot.
    defer { proceed() }
    let work = Result { try operation() }
    if exit(number) { detach(from: try? work.get()) }
    return try work.get()
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
      state.started + state.clear()
    }
    for operation in operations {
      operation.promise.discardNode()
      // If another thread is about to discard the operation, its turn must not be broken first.
      operation.turn?.discard()
    }
  }

  /// Drops the waiting operations of a paused queue that has been released: it cannot be resumed.
  func close() {
    change { $0.isPaused ? $0.clear() : [] }
  }

  func drained(at site: Site) -> Promise<Void> {
    let promise = Promise<Void>(pendingAt: site, by: QueueOperator.self)
    guard let drained = state.withLock({ $0.awaitDrained(by: promise) }) else {
      return Promise(fulfilledWith: (), at: site)
    }
    return drained.asVoid()
  }

  /// Edits the state, releases the value returned by `edit`, and performs the resulting actions.
  private func change<Removed>(_ edit: (inout QueueState<Operation>) -> Removed) {
    _ = state.withLock(edit)
    proceed()
  }

  @usableFromInline func proceed() {
    while let step = state.withLock({ $0.step() }) {
      switch step {
      case .start(let operation): operation.turn?.resolve()
      case .tell(let promise): _ = promise.tryFulfill(())
      }
    }
  }
}

// MARK: - Cycle search

extension SlotSemaphore: SlotQueue {
  func wait(of operation: Int) -> SlotWait? {
    state.withLock { state in
      guard state.isWaiting(operation) else { return nil }
      return SlotWait(running: state.counts.running, limit: limit, isPaused: state.isPaused)
    }
  }

  var occupants: [Node]? {
    state.withLock { $0.isFull ? $0.started.map(\.promise) : nil }
  }

  var hasWaitingOperations: Bool {
    state.withLock { $0.counts.waiting > 0 }
  }
}

// MARK: - Entry points for generic code

extension SlotSemaphore {
  /// Adds an operation that may start when `turn` is fulfilled.
  @usableFromInline func lineUp(_ promise: Node, _ turn: Promise<Void>) -> Int {
    let operation = Operation(turn: Resolver(turn), promise: promise)
    let number = state.withLock { $0.add(operation) }
    promise.occupiesSlot(of: self, as: number)
    return number
  }

  /// Takes a slot for an operation that need not wait, and whose closure runs next.
  ///
  /// - Returns: The number of the operation; `nil` if it has to wait, or if it is observed: observers
  ///   see every operation wait for its turn.
  @usableFromInline func startNow(_ promise: Node) -> Int? {
    if InstrumentationFlags.current.includeAny(of: .events) { return nil }
    let operation = Operation(turn: nil, promise: promise)
    return state.withLock { $0.startNow(operation) }
  }

  /// Returns whether the closure of an operation may run.
  @usableFromInline func enter(_ number: Int) -> Bool {
    state.withLock { $0.enter(number) }
  }

  /// Records that the closure of an operation has returned.
  ///
  /// - Returns: Whether this was the end of the operation.
  @usableFromInline func exit(_ number: Int) -> Bool {
    state.withLock { $0.exit(number) } != nil
  }

  /// Records the end of an operation once `promise`, which is about to be settled, is settled.
  @usableFromInline func settle<Value>(
    _ number: Int,
    with promise: Promise<Value>,
    _ part: ProgressMonitor?
  ) {
    // Only a handler of the promise itself runs after the promise is settled. It is registered now,
    // so that it cannot keep work from being discarded. It does not count as handling a rejection.
    promise.noted { _ in
      self.end(number, part)
      return false
    }
  }

  /// Records the end of an operation whose promise is settled.
  @usableFromInline func end(_ number: Int, _ part: ProgressMonitor?) {
    part?.finish()
    change { $0.settle(number) }
  }
}

@frozen @usableFromInline enum QueueOperator: Operator {
  @inlinable static var operatorID: OperatorID {
    OperatorID(26, "PromiseQueue", .startsChain)
  }
}

extension OperatorID {
  @inlinable static var turn: OperatorID { OperatorID(34, "turn", [.startsChain, .isInternal]) }
}
