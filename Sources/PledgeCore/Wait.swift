/// Awaiting: a task as a consumer, which leaves when it is cancelled.
extension Cell {
  /// The value, or the error thrown.
  ///
  /// A settled promise answers without suspending.
  @inlinable package nonisolated(nonsending) final func wait() async throws -> Value {
    if let outcome { return try outcome.get() }
    return try await suspend()
  }

  @usableFromInline nonisolated(nonsending) final func suspend() async throws -> Value {
    // Claimed until the continuation is in it: cancelled before that, it is doomed.
    let waiter = Node(
      state: State.claimed,
      upstream: address | Upstream.dependent,
      site: .unknown,
      step: { Cell<Value>.waitStep($0, $1) }
    )
    return try await withTaskCancellationHandler {
      try await unsafe withUnsafeThrowingContinuation {
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

  /// Makes a waiter leave, which the caller has claimed.
  private static func cancel(_ waiter: Node) {
    let continuation = unsafe waiter.take(UnsafeContinuation<Value, any Error>.self)
    if let deserted = waiter.depart(claimed: ()) { Node.discardClaimed(deserted) }
    unsafe continuation.resume(throwing: CancellationError())
  }

  @usableFromInline static func waitStep(_ waiter: Node, _ duty: Duty) -> Verdict {
    guard case .react(to: let source) = duty else { return .nothing }
    let continuation = unsafe waiter.take(UnsafeContinuation<Value, any Error>.self)
    unsafe waiter.step = Node.inert
    unsafe continuation.resume(with: outcome(of: source))
    return .nothing
  }
}
