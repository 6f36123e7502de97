internal import Dispatch
public import PledgeCore

/// The way to the main actor (spec 3.7).
///
/// A handler runs inline where its promise is settled already and the caller is on the main queue,
/// so nothing flickers; it goes through the main queue otherwise, in order, never through a task.
@usableFromInline struct MainActorExecutor: StageExecutor {
  /// How many handlers of each promise wait in the main queue: a new one may not overtake them.
  private static let waiting = Locked<[ObjectIdentifier: Int]>([:])

  @usableFromInline init() {}

  @usableFromInline func enqueue(_ work: @escaping @Sendable () -> Void, from source: Node?) {
    guard let source else { return DispatchQueue.main.async(execute: work) }
    let promise = ObjectIdentifier(source)
    MainActorExecutor.waiting.withLock { $0[promise, default: 0] += 1 }
    DispatchQueue.main.async {
      MainActorExecutor.waiting.withLock { waiting in
        waiting[promise] = waiting[promise].flatMap { $0 > 1 ? $0 - 1 : nil }
      }
      work()
    }
  }

  @usableFromInline var name: String { "main actor" }

  /// Whether a handler of `source` may run inline: the caller is on the main queue, and no earlier
  /// handler waits there.
  static func isOpen(for source: Node) -> Bool {
    DispatchQueue.getSpecific(key: mark) != nil
      && waiting.withLock { $0[ObjectIdentifier(source)] == nil }
  }

  /// What marks the main queue.
  ///
  /// The main thread would not do: on Linux the queue changes threads once an asynchronous `main`
  /// has suspended.
  private static let mark = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
  }()
}
