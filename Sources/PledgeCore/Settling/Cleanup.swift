internal import PledgeSupport

/// Work that has to run if a node is settled otherwise than by its handler.
///
/// Asynchronous cleanups last: they go on after their call, in a promise that they have started.
/// The node does not wait for them, but the next cleanup below does: it may release what they use.
/// A propagation links its cleanups before any of them runs (``follow(_:)``). Each one starts with
/// its last arrival: that of the discarding thread, or that of a cleanup above.
@usableFromInline package final class Cleanup: @unchecked Sendable {
  private enum Work: Sendable {
    /// Stops work, and so neither waits nor is waited for.
    case stop(@Sendable (NoArguments) -> Void)
    /// Has ended when it returns.
    case brief(@Sendable (NoArguments) -> Void)
    /// Resumes the next cleanup once it has ended.
    case lasting(@Sendable (_ next: Cleanup?) -> Void)
  }

  // The first property, because its address is computed.
  @exclusivity(unchecked) private var awaited: UInt = 1
  private let work: Work
  /// The reason of the discard that created this one, and that it has whenever it runs.
  private let reason = DiscardReason.current
  /// The cleanup that waits for the end of this one.
  ///
  /// Set before the arrival of the thread that sets it, and used by the one that arrives last.
  @exclusivity(unchecked) private var next: Cleanup?

  private init(_ work: Work) {
    self.work = work
  }

  @usableFromInline package convenience init(_ body: @escaping @Sendable (NoArguments) -> Void) {
    self.init(.brief(body))
  }

  /// Returns a cleanup that stops work.
  @usableFromInline
  package static func stopping(_ body: @escaping @Sendable (NoArguments) -> Void) -> Cleanup {
    Cleanup(.stop(body))
  }

  /// Returns a cleanup that may go on after `body` returns.
  ///
  /// - Parameter body: Starts the cleanup. Has to call ``resume()`` of the next one, if there is
  ///   any, once the cleanup has ended.
  /// - Returns: The cleanup.
  @usableFromInline
  package static func lasting(
    _ body: @escaping @Sendable (_ next: Cleanup?) -> Void
  ) -> Cleanup {
    Cleanup(.lasting(body))
  }

  /// Returns a cleanup that runs the same work inside `wrap`.
  func wrapped(_ wrap: @escaping @Sendable (_ body: () -> Void) -> Void) -> Cleanup {
    switch work {
    case .stop(let body): Cleanup(.stop { _ in wrap { body(()) } })
    case .brief(let body): Cleanup(.brief { _ in wrap { body(()) } })
    case .lasting(let body): Cleanup(.lasting { next in wrap { body(next) } })
    }
  }
}

// MARK: - Order

extension Cleanup {
  /// Makes this one wait for the cleanup above, if any, and takes its place if it may end after its
  /// call, too.
  ///
  /// - Parameter above: A cleanup that may end after its call, and that none waits for so far.
  func follow(_ above: inout Cleanup?) {
    if case .stop = work { return }
    above?.precede(self)
    if lasts || above != nil { above = self }
  }

  /// Returns a cleanup that ends after both; the current thread must not have run them yet.
  static func joined(_ first: Cleanup?, _ second: Cleanup?) -> Cleanup? {
    guard let first, let second else { return first ?? second }
    let both = Cleanup.end()
    first.precede(both)
    second.precede(both)
    // Arrives for this thread: it runs no more than the two.
    both.run()
    return both
  }

  /// Returns a cleanup that ends after this one, which another thread runs at any time; `nil` if
  /// this one does not last.
  func end() -> Cleanup? {
    guard lasts else { return nil }
    let end = Cleanup.end()
    precede(end)
    return end
  }

  private static func end() -> Cleanup { Cleanup(.lasting { next in next?.resume() }) }

  private func precede(_ other: Cleanup) {
    unsafe next = other
    unsafe Countdown.expectAnother(at: ObjectLayout.firstWord(of: other))
  }

  /// Whether it may go on after its call.
  var lasts: Bool {
    if case .lasting = work { true } else { false }
  }
}

// MARK: - Running

extension Cleanup {
  /// Arrives, and runs unless a cleanup above still goes on; the last one of those then runs it.
  func run() {
    if case .stop(let body) = work { body(()) } else { arrive() }
  }

  private func arrive() {
    var current = self
    while unsafe Countdown.arrive(at: ObjectLayout.firstWord(of: current)) {
      // Taken, so that a long sequence is not released recursively.
      let next = unsafe current.next.take()
      switch current.work {
      case .stop(let body), .brief(let body): DiscardReason.resuming(current.reason) { body(()) }
      case .lasting(let body): return DiscardReason.resuming(current.reason) { body(next) }
      }
      guard let next else { return }
      current = next
    }
  }

  /// Arrives for a cleanup that has lasted; the nesting limit bounds the stack.
  @usableFromInline package func resume() {
    let nesting = Nesting.cleanups
    if nesting.isAtLimit { nesting.deferCall(run) } else { nesting.run(self) }
  }

  /// Runs now, without waiting for others, and resumes `next` at the end.
  func run(before next: Cleanup?) {
    switch work {
    case .stop(let body), .brief(let body):
      DiscardReason.resuming(reason) { body(()) }
      next?.resume()
    case .lasting(let body): DiscardReason.resuming(reason) { body(next) }
    }
  }
}

extension Nesting {
  /// Runs `cleanup` one level deeper.
  func run(_ cleanup: Cleanup) {
    enter()
    cleanup.run()
    leave()
  }
}
