public import PledgeCore

/// Does what the state of a queue says: lets operations in, and notices when they have ended.
///
/// The operations hold it, so they go on when their queue has gone.
@usableFromInline final class SlotSemaphore: Sendable {
  private struct Operation: Sendable {
    /// What is fulfilled when it is its turn; lost, nobody will have one.
    let turn: Resolver<Void>
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

  /// Lines up `operation`, and returns a promise that settles as it does; `part` is finished when it has
  /// ended.
  @inlinable
  func admit<Value: Sendable>(
    at site: Site,
    _ part: ProgressMonitor?,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) -> Promise<Value> {
    let promise = Promise<Value>(dependentAt: site, by: .queue)
    let turn = Promise<Void>(pendingAt: site, by: .turn)
    let number = lineUp(promise, turn)
    let work = turn.flatMap { try self.run(number, operation) }.ensure {
      self.settle(number, with: promise, part)
    }
    promise.settle(as: work)
    proceed()
    return promise
  }

  @inlinable
  func run<Value: Sendable>(
    _ number: Int,
    _ operation: () throws -> Future<Value>
  ) throws -> Future<Value> {
    // Discarded at the last moment, it has given its place away.
    guard enter(number) else { throw DiscardedError() }
    // Last: work that nobody waits for any more stops before another operation gets the place.
    defer { proceed() }
    let work = Result { try operation() }
    if exit(number) { leave(try? work.get()) }
    return try work.get()
  }

  /// Leaves the work of an operation that has ended meanwhile: it stops if nobody else waits for it.
  @inlinable
  func leave<Value: Sendable>(_ work: Future<Value>?) {
    let consumer = work?.asVoid()
    // It may have failed already, of which nobody has to hear any more.
    consumer?.ignoringErrors()
    consumer?.discard()
  }

  /// Discards all that has been added so far; what waits never starts.
  func discardAll() {
    let operations = state.withLock { state in
      // Taken before any is discarded, so that none gets the place of another.
      state.started + state.clear()
    }
    for operation in operations {
      operation.promise.discardNode()
      // Another thread may be about to discard it; that is no loss to be reported.
      operation.turn.discard()
    }
  }

  /// Gives up what waits if nobody will resume it, for there is no queue any more.
  func close() {
    change { $0.isPaused ? $0.clear() : [] }
  }

  func drained(at site: Site) -> Promise<Void> {
    let promise = Promise<Void>(pendingAt: site, by: .queue)
    guard let drained = state.withLock({ $0.awaitDrained(by: promise) }) else {
      return Promise(fulfilledWith: (), at: site)
    }
    return drained.asVoid()
  }

  /// Edits the state, releases what that returns, and does what follows.
  private func change<Removed>(_ edit: (inout QueueState<Operation>) -> Removed) {
    _ = state.withLock(edit)
    proceed()
  }

  @usableFromInline func proceed() {
    while let step = state.withLock({ $0.step() }) {
      switch step {
      case .start(let operation): operation.turn.fulfill()
      case .tell(let promise): _ = promise.fulfill(())
      }
    }
  }
}

// MARK: - What the search for cycles asks for

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

// MARK: - What the typed code asks for

extension SlotSemaphore {
  /// Lines up an operation, whose turn it is when `turn` is fulfilled.
  @usableFromInline func lineUp(_ promise: Node, _ turn: Promise<Void>) -> Int {
    let operation = Operation(turn: Resolver(turn), promise: promise)
    let number = state.withLock { $0.add(operation) }
    promise.occupiesSlot(of: self, as: number)
    return number
  }

  /// Whether the closure of an operation may run.
  @usableFromInline func enter(_ number: Int) -> Bool {
    state.withLock { $0.enter(number) }
  }

  /// Notes that the closure of an operation has returned.
  ///
  /// - Returns: Whether that was its end.
  @usableFromInline func exit(_ number: Int) -> Bool {
    state.withLock { $0.exit(number) } != nil
  }

  /// Notes the end of an operation as soon as `promise`, which is about to be settled, has been.
  @usableFromInline func settle<Value>(
    _ number: Int,
    with promise: Promise<Value>,
    _ part: ProgressMonitor?
  ) {
    // Only who has registered with it hears when that is. From here on that keeps no work from being
    // discarded; nor is it to hear of an error.
    promise.noted { _ in
      part?.finish()
      self.change { $0.settle(number) }
      return false
    }
  }
}
