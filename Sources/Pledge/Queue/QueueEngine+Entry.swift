public import PledgeCore
internal import PledgeSupport

// The path of an operation through the state of a queue: it is added, starts, and ends.

extension QueueEngine {
  /// Adds an operation that may start when `turn` is fulfilled.
  ///
  /// - Returns: The number of the operation, and whether it has a slot; `nil` if there is no more
  ///   room, so that `promise` has been rejected.
  @usableFromInline func add<Value>(
    _ promise: Promise<Value>,
    _ turn: Promise<Void>,
    _ priority: Int
  ) -> (number: Int, hasSlot: Bool)? {
    // If the timer is late, operations whose tokens have arrived must not take up room.
    if hasRate { proceed() }
    let operation = Operation(turn: Resolver(turn), promise: promise)
    let now = now
    let outer = QueueTask.caller
    PromiseWorker(of: promise)?.note(.queued, queue: self, number: limit)
    let admission = state.withLock {
      $0.add(operation, priority: priority, at: now, nestedIn: outer)
    }
    switch admission {
    case .start(let number):
      promise.occupiesSlot(of: self, as: number)
      return (number, true)
    case .wait(let number, let removed):
      promise.occupiesSlot(of: self, as: number)
      if outer != nil { watchNested() }
      if let removed { removed.turn?.reject(fullError(for: removed.promise)) }
      return (number, false)
    case .reject:
      turn.discard()
      _ = promise.tryReject(with: fullError(for: promise))
      return nil
    }
  }

  private func fullError(for promise: Node) -> QueueFullError {
    QueueFullError(maxWaiting: maxWaiting, from: PromiseOrigin(of: promise, by: .queue))
  }

  /// Takes a slot for an operation that need not wait.
  ///
  /// - Returns: The number of the operation; `nil` if it has to wait, if its closure has to be
  ///   deferred because of the stack depth, or if it is observed: observers see every operation
  ///   wait for its turn.
  @usableFromInline func start(_ promise: Node) -> Int? {
    if InstrumentationFlags.current.includeAny(of: .events) || !Nesting.canStart { return nil }
    let operation = Operation(turn: nil, promise: promise)
    let now = now
    return state.withLock { $0.start(operation, at: now) }
  }

  /// Returns whether the closure of an operation that has waited may run, and marks it as
  /// running.
  @usableFromInline func begin(_ number: Int) -> Bool {
    state.withLock { $0.begin(number) }
  }

  /// Records that the closure of an operation has returned.
  ///
  /// - Returns: Whether this was the end of the operation.
  @usableFromInline func closureReturned(_ number: Int) -> Bool {
    state.withLock { $0.closureReturned(number) } != nil
  }

  /// Records the end of an operation once `promise`, which is about to be settled, is settled.
  @usableFromInline func end<Value>(
    _ number: Int,
    with promise: Promise<Value>,
    _ part: ProgressMonitor?
  ) {
    // Only a handler of the promise itself runs after the promise is settled. It is registered now,
    // so that it cannot keep work from being discarded. It does not count as handling a rejection.
    promise.noted { _, _ in
      self.end(number, part)
      return false
    }
  }

  /// Records the end of an operation whose promise is settled.
  @usableFromInline func end(_ number: Int, _ part: ProgressMonitor?) {
    part?.finish()
    change { $0.end(number) }
  }
}
