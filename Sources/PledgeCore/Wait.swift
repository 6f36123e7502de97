/// Awaiting: a task as a consumer, which leaves when it is cancelled.
extension Cell {
  /// The value, or the error thrown.
  ///
  /// A settled promise answers without suspending.
  @inlinable package nonisolated(nonsending) final func wait() async throws -> Value {
    if let outcome { return try outcome.get() }
    return try await suspend(in: #isolation)
  }

  // On the caller's actor throughout: a task that is suspended here is a consumer already.
  @usableFromInline
  final func suspend(in actor: isolated (any Actor)?) async throws -> Value {
    // Claimed until the continuation is in it: cancelled before that, it is doomed.
    let waiter = Node(
      state: State.claimed,
      upstream: address | Upstream.dependent,
      site: .unknown,
      step: { Cell<Value>.waitStep($0, $1) }
    )
    do {
      return try await suspend(waiter, in: actor)
    } catch {
      Cell<Value>.leaveSource(of: waiter)
      throw error
    }
  }

  private final func suspend(
    _ waiter: Node,
    in actor: isolated (any Actor)?
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      _ = actor
      return try await unsafe withUnsafeThrowingContinuation {
        (continuation: UnsafeContinuation<Value, any Error>) in
        unsafe waiter.put(continuation)
        if waiter.unclaim() {
          consume(by: waiter)
        } else {
          Cell<Value>.cancel(waiter)
        }
      }
    } onCancel: {
      if waiter.claimOrDoom() { Cell<Value>.cancel(waiter) }
    }
  }

  /// Sends the task on whose waiter the caller has claimed.
  ///
  /// The runtime may hold a lock of the task here, so it is for the task to leave the source.
  private static func cancel(_ waiter: Node) {
    let continuation = unsafe waiter.take(UnsafeContinuation<Value, any Error>.self)
    unsafe waiter.step = Node.inert
    waiter.aux = 1
    unsafe continuation.resume(throwing: CancellationError())
  }

  /// Leaves the source, if the wait was cancelled.
  ///
  /// The task only, once it goes on.
  private static func leaveSource(of waiter: Node) {
    guard waiter.aux != 0 else { return }
    let deserted = waiter.leaveSource()
    waiter.state.storeReleasing(State.settled | State.heard)
    if let deserted { Node.discardClaimed(deserted) }
  }

  @usableFromInline static func waitStep(_ waiter: Node, _ duty: Duty) -> Verdict {
    guard case .react(to: let source) = duty else { return .nothing }
    let continuation = unsafe waiter.take(UnsafeContinuation<Value, any Error>.self)
    unsafe waiter.step = Node.inert
    unsafe continuation.resume(with: outcome(of: source))
    return .nothing
  }
}
