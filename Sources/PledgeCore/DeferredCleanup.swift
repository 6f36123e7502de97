/// A handler with cleanup that waits for its job on a context.
///
/// The job finds it here however the stage ends: if the stage is still pending, it takes the handler;
/// otherwise, it runs the cleanup at once. It never waits for the thread that ends the stage, which may be
/// running user code or waiting for the context itself.
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
  /// The claimer of the stage only.
  @usableFromInline func take() -> R {
    let content = content.exchange(.cleanup(nil))
    guard case .handler(let handler) = content else {
      preconditionFailure("the stage of a handler has been claimed twice")
    }
    return handler
  }

  /// Releases everything but the cleanup, unless the job has come already.
  @usableFromInline func releaseHandler() {
    guard case .handler(let handler) = content.withLock({ $0 }) else { return }
    let cleanup = handler.deferredCleanup()
    // What it replaces is released by the caller's end, under no lock.
    _ = content.withLock { content -> Content in
      guard case .handler = content else { return content }
      defer { content = .cleanup(cleanup) }
      return content
    }
  }

  /// Runs the cleanup, unless that has been done.
  @usableFromInline func cleanUp() {
    switch content.exchange(.cleanup(nil)) {
    case .handler(let handler): handler.deferredCleanup()?.run()
    case .cleanup(let cleanup): cleanup?.run()
    }
  }
}

/// Cleanup that has to run on a context even if its stage is settled otherwise.
@usableFromInline protocol WaitingCleanup: Sendable {
  func cleanUp()
}

/// Cleanup on its way to a context: it runs once, there or, if the context drops it, where it is
/// dropped.
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
  /// - Returns: The one before, which is released under no lock.
  fileprivate func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
