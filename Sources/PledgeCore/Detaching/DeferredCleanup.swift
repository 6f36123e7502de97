internal import PledgeSupport

/// A handler with cleanup, whose job is waiting to run on a context.
///
/// If the stage is still pending, the job takes the handler from here; otherwise, it runs the
/// cleanup immediately. It never waits for the thread that ends the stage, because that thread may
/// be running user code or waiting for the context itself.
@usableFromInline final class WaitingStageHandler<R: StageHandler>: WaitingCleanup {
  private enum Content {
    case handler(R)
    case cleanup(Cleanup?)
  }

  private let content: Locked<Content>

  @usableFromInline init(_ handler: R) {
    content = Locked(.handler(handler))
  }

  /// Takes the handler for the job.
  ///
  /// Called only by the claimer of the stage.
  @usableFromInline func take() -> R {
    let content = content.exchange(.cleanup(nil))
    guard case .handler(let handler) = content else {
      preconditionFailure("the stage of a handler has been claimed twice")
    }
    return handler
  }

  /// Releases everything but the cleanup, unless the job has already run.
  @usableFromInline func releaseHandler() {
    guard case .handler(let handler) = content.withLock({ $0 }) else { return }
    let cleanup = handler.deferredCleanup()
    // The replaced content is returned and released outside the lock.
    _ = content.withLock { content -> Content in
      guard case .handler = content else { return content }
      defer { content = .cleanup(cleanup) }
      return content
    }
  }

  /// Runs the cleanup, unless it has already run.
  @usableFromInline func cleanUp() {
    switch content.exchange(.cleanup(nil)) {
    case .handler(let handler): handler.deferredCleanup()?.run()
    case .cleanup(let cleanup): cleanup?.run()
    }
  }
}

/// Cleanup that must run on a context even if its stage is settled otherwise.
@usableFromInline protocol WaitingCleanup: Sendable {
  func cleanUp()
}

/// Cleanup that has been enqueued on a context; it runs once, even if the context drops it.
///
/// In that case, it runs on the thread that releases it.
@usableFromInline final class SentCleanup: Sendable {
  private let cleanup: Cleanup
  private let isFirst = Once()

  @usableFromInline init(_ cleanup: Cleanup) {
    self.cleanup = cleanup
  }

  deinit {
    run()
  }

  @usableFromInline func run() {
    if isFirst() { cleanup.run() }
  }
}

extension Locked {
  /// Replaces the value.
  ///
  /// - Returns: The previous value, to be released outside the lock.
  fileprivate func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
