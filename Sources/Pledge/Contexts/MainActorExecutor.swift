internal import Dispatch
public import PledgeCore
internal import PledgeSupport

/// The executor of the main actor (spec 3.7).
///
/// If the promise is already settled and the caller is on the main queue, a handler runs inline, so
/// that the user interface does not flicker. Otherwise, it goes through the main queue, in order,
/// and never through a task.
@usableFromInline struct MainActorExecutor: StageExecutor {
  /// The number of each promise's handlers in the main queue; a new handler must not overtake them.
  ///
  /// One table for the process, because a node has no room for a number that few need.
  private static let waiting = Locked<[ObjectIdentifier: Int]>([:])

  @usableFromInline init() {}

  @usableFromInline func enqueue(_ work: @escaping @Sendable () -> Void, from source: Node?) {
    guard let source else { return DispatchQueue.main.async(execute: work) }
    let promise = ObjectIdentifier(source)
    MainActorExecutor.waiting.withLock { $0[promise, default: 0] += 1 }
    DispatchQueue.main.async {
      MainActorExecutor.waiting.withLock { waiting in
        waiting[promise] = waiting[promise].flatMap { $0 > 1 ? $0 - 1 : nil }
        waiting.shrinkIfSparse()
      }
      work()
    }
  }

  @usableFromInline var name: String { "main actor" }

  /// `nil`, since each handler goes through the main queue (spec 3.7.2).
  @usableFromInline var identity: AnyObject? { nil }

  /// Whether a handler of `source` may run inline: the caller is on the main queue, and no earlier
  /// handler is waiting there.
  static func isOpen(for source: Node) -> Bool {
    isOnMainQueue && waiting.withLock { $0[ObjectIdentifier(source)] == nil }
  }
}
