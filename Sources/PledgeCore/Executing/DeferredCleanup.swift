internal import PledgeSupport

/// A handler with cleanup, whose job is waiting to run on a context.
///
/// If the stage is still pending, the job takes the handler from here; otherwise, it runs the
/// cleanup immediately. It never waits for the thread that ends the stage, because that thread may
/// be running user code or waiting for the context itself.
@usableFromInline final class WaitingStageHandler<R: StageHandler>: WaitingCleanup {
  private enum Content {
    case handler(R)
    /// The handler runs or is not needed. The cleanup is that of the job until it runs; if it
    /// lasts, it precedes `end`.
    case taken(cleanup: Cleanup?, end: Cleanup?)
  }

  private let content: Locked<Content>

  @usableFromInline init(_ handler: R) {
    content = Locked(.handler(handler))
  }

  /// Takes the handler for the job.
  ///
  /// Called only by the claimer of the stage.
  @usableFromInline func take() -> R {
    let found = content.withLock { content in
      defer { content = .taken(cleanup: nil, end: nil) }
      return content
    }
    guard case .handler(let handler) = found else {
      preconditionFailure("the stage of a handler has been claimed twice")
    }
    return handler
  }

  /// Releases everything but the cleanup: the job runs it, or has started it.
  ///
  /// - Returns: A cleanup that ends with it.
  @usableFromInline func releaseHandler() -> Cleanup? {
    replaceHandler().end
  }

  /// Runs the cleanup; called once.
  @usableFromInline func cleanUp() {
    let (cleanup, end, _) = replaceHandler()
    content.withLock { $0 = .taken(cleanup: nil, end: end) }
    cleanup?.run()
  }

  /// Replaces the handler by its cleanup, unless another thread has done so.
  ///
  /// - Returns: The cleanup, one that ends with it, and the handler, to be released outside the
  ///   lock.
  private func replaceHandler() -> (cleanup: Cleanup?, end: Cleanup?, handler: R?) {
    content.withLock { content in
      switch content {
      case .taken(let cleanup, let end): return (cleanup, end, nil)
      case .handler(let handler):
        let cleanup = handler.deferredCleanup()
        let end = cleanup?.end()
        content = .taken(cleanup: cleanup, end: end)
        return (cleanup, end, handler)
      }
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
  /// The cleanup that waits for the end of this one.
  private let next: Cleanup?
  private let isFirst = Once()

  @usableFromInline init(_ cleanup: Cleanup, before next: Cleanup?) {
    self.cleanup = cleanup
    self.next = next
  }

  deinit {
    run()
  }

  @usableFromInline func run() {
    if isFirst() { cleanup.run(before: next) }
  }
}

extension Cleanup {
  /// Returns a cleanup that runs this one as a job.
  @usableFromInline func sent(
    _ enqueue: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Void
  ) -> Cleanup {
    let send: @Sendable (Cleanup?) -> Void = { next in
      let job = SentCleanup(self, before: next)
      enqueue { job.run() }
    }
    return lasts ? .lasting(send) : Cleanup { _ in send(nil) }
  }
}
