internal import Dispatch
internal import Pledge
internal import PledgeSupport

/// The context of one callback, for stages that have consumers.
///
/// A context may drop its task, as an invalidated token does. Like a promise that its owner
/// discarded, this is not reported, whereas Pledge would report a broken promise.
enum CallbackContext: Pledge.ExecutionContext {
  case queue(DispatchQueue)
  case context(ExecutionContext, dropped: Locked<Bool>)

  init(_ context: @escaping ExecutionContext) {
    self = .context(context, dropped: Locked(false))
  }

  static var byDefault: CallbackContext { .queue(defaultQueue()) }

  func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .queue(let queue):
      queue.async(execute: work)
    case .context(let context, let dropped):
      let item = WorkItem(work: work, dropped: dropped)
      context { item.work() }
    }
  }

  /// Throws in a handler that runs only because its task was dropped.
  func throwIfDropped() throws {
    if case .context(_, let dropped) = self, dropped.withLock({ $0 }) { throw DiscardedError() }
  }
}

extension CallbackContext {
  /// The work that a context receives.
  ///
  /// It runs, or is released without having run.
  private final class WorkItem: Sendable {
    let work: @Sendable () -> Void
    let dropped: Locked<Bool>

    init(work: @escaping @Sendable () -> Void, dropped: Locked<Bool>) {
      self.work = work
      self.dropped = dropped
    }

    // Running work that is already done has no effect.
    deinit {
      dropped.withLock { $0 = true }
      work()
    }
  }
}
