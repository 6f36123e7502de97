internal import CPledge

/// Where a stage leaves what has to run on a context all the same, for whoever gets there.
///
/// It runs once: on the context or, if that drops it, where it is dropped.
@usableFromInline final class WillBox: Sendable {
  private enum Content {
    case notYet
    case will(Cleanup?)
  }

  private let content = Locked(Content.notYet)

  @usableFromInline init() {}

  deinit {
    run()
  }

  /// Leaves the will, or that there is none.
  @usableFromInline func put(_ will: Cleanup?) {
    content.withLock { $0 = .will(will) }
  }

  /// Runs the will, if it is there and has not run.
  @usableFromInline func run() {
    let will = content.withLock { content -> Cleanup? in
      guard case .will(let will) = content else { return nil }
      content = .will(nil)
      return will
    }
    will?.run()
  }

  /// Waits for the few instructions that a stage takes from its claim to leaving its will.
  func runOnceThere() {
    var round: UInt = 0
    while isEmpty {
      pledge_pause(round)
      round += 1
    }
    run()
  }

  private var isEmpty: Bool {
    content.withLock { content in
      if case .notYet = content { return true }
      return false
    }
  }
}
