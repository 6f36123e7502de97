internal import Dispatch
internal import Pledge

internal import class PledgeCore.Locked

/// The way of one callback to its context, for stages that others wait for.
///
/// A context may drop its task: that is what an invalidated token does. Nobody is told of it, as of a
/// promise whose owner discarded it, where Pledge would report the loss.
enum Way: Pledge.ExecutionContext {
  case queue(DispatchQueue)
  case context(ExecutionContext, dropped: Locked<Bool>)

  init(_ context: @escaping ExecutionContext) {
    self = .context(context, dropped: Locked(false))
  }

  static var byDefault: Way { .queue(defaultQueue()) }

  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue):
      queue.async(execute: work)
    case .context(let context, let dropped):
      let errand = Errand(work: work, dropped: dropped)
      context { errand.work() }
    }
  }

  /// Ends a handler that has come only because its task was dropped.
  func arrive() throws {
    if case .context(_, let dropped) = self, dropped.withLock({ $0 }) { throw DiscardedError() }
  }
}

extension Way {
  /// What a context is given: it runs, or goes without having run.
  private final class Errand: Sendable {
    let work: @Sendable () -> Void
    let dropped: Locked<Bool>

    init(work: @escaping @Sendable () -> Void, dropped: Locked<Bool>) {
      self.work = work
      self.dropped = dropped
    }

    // Work that has been done does nothing the second time.
    deinit {
      dropped.withLock { $0 = true }
      work()
    }
  }
}
