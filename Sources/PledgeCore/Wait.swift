/// Awaiting: a task as a consumer, which leaves when it is cancelled.
extension Cell {
  /// The value, or the error thrown.
  ///
  /// A settled promise answers without suspending.
  @inlinable package nonisolated(nonsending) final func wait() async throws -> Value {
    if let outcome { return try outcome.get() }
    return try await outcomeOnceSettled()
  }

  @usableFromInline
  nonisolated(nonsending) final func outcomeOnceSettled() async throws -> Value {
    try await waitUntilSettled()
    // Acquiring: pairs with the publication of the outcome. The continuation orders the same, but the
    // sanitizer does not see that if the task is resumed before it is suspended.
    let found = state.loadAcquiring()
    // Without a `Result`, whose type would be looked up here, where nothing is specialised.
    if found & State.rejected != 0 { throw error }
    return knownValue
  }
}

// Not generic: the task is woken without a value, and reads the outcome where it is typed.
extension Node {
  /// Suspends the task until this node is settled.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  fileprivate nonisolated(nonsending) final func waitUntilSettled() async throws {
    // Claimed until the continuation is in it: cancelled before that, it is doomed.
    let waiter = Node(
      unwatched: State.claimed,
      upstream: address | Upstream.dependent,
      site: .unknown,
      entryPoint: Node.waiterEntryPoint
    )
    await suspend(by: waiter, on: #isolation)
    guard waiter.aux != 0 else { return }
    let unusedSource = waiter.detachFromSource()
    waiter.state.storeReleasing(State.settled | State.handled)
    if let unusedSource { Node.discardClaimed(unusedSource) }
    throw CancellationError()
  }

  /// Suspends the task until `waiter` hears of the outcome or is cancelled.
  ///
  /// On the caller's actor throughout, which the closure inherits by naming it: a task that is
  /// suspended here is a consumer already.
  private final func suspend(by waiter: Node, on actor: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = actor
      await unsafe withUnsafeContinuation { (continuation: Wakeup) in
        unsafe waiter.put(continuation)
        if waiter.unclaim() {
          consume(by: waiter)
        } else {
          waiter.cancelWait()
        }
      }
    } onCancel: {
      if waiter.claimOrRequestDiscard() { waiter.cancelWait() }
    }
  }

  /// Sends the task on whose waiter this is.
  ///
  /// The claimer only. The runtime may hold a lock of the task here, so it is for the task to leave
  /// the source.
  private final func cancelWait() {
    let continuation = unsafe take(Wakeup.self)
    unsafe entryPoint = Node.inert
    aux = 1
    unsafe continuation.resume()
  }

  private static func waiterEntryPoint(_ waiter: Node, _ operation: NodeOperation) -> Disposition {
    guard case .resolve = operation else { return .nothing }
    let continuation = unsafe waiter.take(Wakeup.self)
    unsafe waiter.entryPoint = Node.inert
    unsafe continuation.resume()
    return .nothing
  }
}

private typealias Wakeup = UnsafeContinuation<Void, Never>
