internal import PledgeCore

/// A load that is under way, as the code knows it that runs on its behalf.
@usableFromInline final class Load: Sendable {
  /// The load that the current task, or the code that called its closure, belongs to.
  @TaskLocal static var current: Load?

  @usableFromInline init() {}

  /// The waits of loads for others, in all caches.
  static let waits = Locked(WaitGraph())

  /// The load on whose behalf a function was called, as far as can be said.
  ///
  /// A handler runs in the task of whoever settles its promise, which says nothing about it. What a
  /// handler waits for is known by the links between promises.
  @usableFromInline static var caller: Load? { Nesting.isInHandler ? nil : current }

  /// Notes that this waits for another one, unless that would wait for this.
  @usableFromInline func beginWaiting(for other: Load) -> Bool {
    Load.waits.withLock { $0.insert(self, awaiting: other) }
  }

  /// Ends a wait that was noted.
  @usableFromInline func endWaiting(for other: Load) {
    Load.waits.withLock { $0.remove(self, awaiting: other) }
  }

  /// Calls `body` on behalf of `load`.
  @usableFromInline static func run<Output>(
    for load: Load?,
    _ body: () throws -> Output
  ) rethrows -> Output {
    try $current.withValue(load, operation: body)
  }
}
