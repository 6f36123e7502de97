/// Awaiting: the task is a consumer that detaches when it is canceled.
extension Cell {
  /// Returns the value, or throws the error.
  ///
  /// Does not suspend if the promise is settled.
  @inlinable package nonisolated(nonsending) final func wait() async throws -> Value {
    if let outcome {
      if case .failure = outcome { reportIfBroken() }
      return try outcome.get()
    }
    if lendAsPlainRoot() {
      try await waitUntilSettled()
    } else {
      try await waitLending()
    }
    return try settledValue()
  }

  @usableFromInline final func settledValue() throws -> Value {
    // Acquiring: pairs with the publication of the outcome. The continuation provides the same
    // ordering, but the thread sanitizer does not see it if the task is resumed before it suspends.
    let found = state.loadAcquiring()
    // Not a `Result`: its metadata would be looked up here, in unspecialized code.
    if found.isRejected { throw knownError }
    if found.isDisposable { receiveValue() }
    return knownValue
  }
}

// Not generic: the task resumes without a value and reads the outcome in the generic code above.
extension Node {
  /// Suspends the task until this node is settled, and lends it the priority of the task, also if
  /// the task is escalated meanwhile.
  ///
  /// - Throws: `CancellationError` if the task is canceled first.
  @usableFromInline
  final func waitLending(on actor: isolated (any Actor)? = #isolation) async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return try await waitUntilSettled()
    }
    try await withTaskPriorityEscalationHandler {
      _ = actor
      // Not before the handler is registered: an escalation in between would be missed.
      lend(Task.currentPriority.rawValue)
      try await waitUntilSettled()
    } onPriorityEscalated: { _, priority in
      // The runtime holds a lock of the task here, so another task lends.
      Task.detached(priority: priority) { self.lend(priority.rawValue, inTask: true) }
    }
  }

  /// Suspends the task until this node is settled.
  ///
  /// Runs on the caller's actor throughout, because the closure names the actor and so inherits it:
  /// a task that is suspended here is already a consumer.
  ///
  /// - Throws: `CancellationError` if the task is canceled first.
  @usableFromInline
  final func waitUntilSettled(on actor: isolated (any Actor)? = #isolation) async throws {
    let worker = beginAwaiting()
    defer { endAwaiting(by: worker) }
    // Claimed until it holds the continuation: a cancellation before that only requests a discard.
    let waiter = Node(
      uninstrumented: .claimed,
      upstream: .stage(of: address),
      site: .unknown,
      entryPoint: Node.waiterEntryPoint
    )
    await withTaskCancellationHandler {
      _ = actor
      await unsafe withUnsafeContinuation { (continuation: WaitContinuation) in
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
    guard waiter.aux != 0 else { return }
    waiter.endCanceledWait(for: waiter.take(DiscardReason?.self))
    throw CancellationError()
  }

  /// Resumes the task to which this waiter belongs.
  ///
  /// Called only by the claimer. The runtime may hold a lock of the task here, so the task itself
  /// detaches from the source, for the same reason as this thread cancels it.
  private final func cancelWait() {
    let continuation = unsafe take(WaitContinuation.self)
    unsafe entryPoint = Node.inert
    put(DiscardReason.current)
    aux = 1
    unsafe continuation.resume()
  }

  private static func waiterEntryPoint(_ waiter: Node, _ operation: NodeOperation) -> Disposition {
    guard case .resolve = operation else { return .nothing }
    let continuation = unsafe waiter.take(WaitContinuation.self)
    unsafe waiter.entryPoint = Node.inert
    unsafe continuation.resume()
    return .nothing
  }
}

private typealias WaitContinuation = UnsafeContinuation<Void, Never>
