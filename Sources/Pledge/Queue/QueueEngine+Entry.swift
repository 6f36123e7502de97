public import PledgeCore
internal import PledgeSupport

// The path of an operation through the state of a queue: it is admitted, perhaps after it has
// waited for its turn; then its closure starts, and the operation ends.

extension QueueEngine {
  /// The first step of every operation, observed or not: gives it a slot if it need not wait.
  ///
  /// - Returns: The number of the operation; `nil` if it has to wait for its turn, for a slot or
  ///   because its closure may not start within this call, at the nesting limit.
  @usableFromInline func admit(_ promise: Node) -> Int? {
    PromiseWorker(of: promise)?.note(.queued, queue: self, number: limit)
    guard Nesting.canStart else { return nil }
    let operation = Operation(turn: nil, promise: promise)
    let now = now
    return state.withLock { $0.admit(operation, at: now) }
  }

  /// Adds an operation that waits for `turn` to be fulfilled.
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
    let admission = state.withLock {
      $0.add(operation, priority: priority, at: now, nestedIn: outer)
    }
    switch admission {
    case .slot(let number):
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

  /// Returns whether the closure of an operation that has waited may run, and marks it as
  /// running.
  @usableFromInline func start(_ number: Int) -> Bool {
    state.withLock { $0.start(number) }
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
