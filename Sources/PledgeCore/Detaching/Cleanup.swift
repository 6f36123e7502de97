internal import PledgeSupport

/// Work that has to run before a node is settled otherwise than by its handler.
///
/// Some cleanups go on after their call: a promise that the cleanup started, a job on a context.
/// The node does not wait for them, but the next cleanup below does: it may release a resource that
/// they use. ``CleanupOrder`` makes these links while the payloads are emptied, so before any
/// cleanup has started. A cleanup runs with the last arrival: that of the discarding thread, and
/// one for each cleanup above that lasts.
@usableFromInline package final class Cleanup: @unchecked Sendable {
  private enum Work: Sendable {
    /// Stops work, and so is neither delayed nor waited for.
    case stop(@Sendable (NoArguments) -> Void)
    /// Has ended when it returns.
    case brief(@Sendable (NoArguments) -> Void)
    /// Calls ``resume()`` of the next cleanup once it has ended.
    case lasting(@Sendable (_ next: Cleanup?) -> Void)
  }

  // The first property, because its address is computed.
  @exclusivity(unchecked) private var awaited: UInt = 1
  private let work: Work
  /// Whether it waits for a cleanup above it.
  @exclusivity(unchecked) private var isDelayed = false
  /// The cleanup that waits for the end of this one.
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
  /// - Parameter body: Starts the cleanup. Once it has ended, ``resume()`` of the next one has to be
  ///   called, if there is any.
  /// - Returns: The cleanup.
  @usableFromInline
  package static func lasting(
    _ body: @escaping @Sendable (_ next: Cleanup?) -> Void
  ) -> Cleanup {
    Cleanup(.lasting(body))
  }
}

// MARK: - Order

extension Cleanup {
  /// Whether it waits for the cleanups above it.
  var canBeDelayed: Bool {
    if case .stop = work { false } else { true }
  }

  /// Whether it may go on after its call.
  var lasts: Bool {
    if case .lasting = work { true } else { unsafe isDelayed }
  }

  /// Delays `other` until this one has ended; called before either has started.
  func precede(_ other: Cleanup) {
    unsafe next = other
    unsafe other.isDelayed = true
    unsafe other.awaited = unsafe other.awaited + 1
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

// MARK: - Running

extension Cleanup {
  /// Runs, unless a cleanup above still goes on; the last one to end then runs it.
  func run() {
    var current = self
    while current.isDue {
      // Taken, so that a long sequence is not released recursively.
      let next = unsafe current.next.take()
      switch current.work {
      case .stop(let body): body(())
      case .brief(let body): body(())
      case .lasting(let body): return body(next)
      }
      guard let next else { return }
      current = next
    }
  }

  /// Runs after a cleanup that has gone on after its call, unless another one still goes on.
  @usableFromInline package func resume() {
    let nesting = CleanupNesting()
    if nesting.isAtLimit { nesting.runLater(run) } else { nesting.run(self) }
  }

  /// Runs before `next`, which has been counting on it.
  func run(before next: Cleanup?) {
    unsafe self.next = next
    run()
  }

  private var isDue: Bool {
    unsafe !isDelayed || Countdown.arrive(at: ObjectLayout.firstWord(of: self))
  }
}

/// The order of the cleanups of a discard.
///
/// A cleanup waits for the nearest lasting ones above it: on its own path, and on the paths that
/// lead to it through the dependencies of a combination. The members of a combination do not wait
/// for each other.
struct CleanupOrder {
  /// The lasting cleanups that no other one follows so far, by the address of the node below them;
  /// zero if that is not on a path.
  private var open: [UInt: [Cleanup]] = [:]

  /// Whether no cleanup lasts.
  @inline(__always) var isEmpty: Bool { open.isEmpty }

  /// Adds lasting cleanups that end above a node.
  mutating func add(_ cleanups: [Cleanup], above node: UInt) {
    open[node, default: []] += cleanups
  }

  /// Removes and returns the cleanups that end above a node.
  mutating func take(above node: UInt) -> [Cleanup] {
    open.removeValue(forKey: node) ?? []
  }

  /// Removes all cleanups, and delays `last` until they have ended.
  mutating func end(with last: Cleanup?) {
    var cleanups = Array(open.values.joined())
    open = [:]
    last?.follow(&cleanups)
  }
}

extension Cleanup {
  /// Waits for the lasting cleanups above this one, and takes their place if it lasts, too.
  func follow(_ above: inout [Cleanup]) {
    guard canBeDelayed else { return }
    for cleanup in above { cleanup.precede(self) }
    if lasts { above = [self] }
  }
}
