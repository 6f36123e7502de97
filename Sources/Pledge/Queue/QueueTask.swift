internal import PledgeCore

/// The operation of a queue on whose behalf a task runs.
struct QueueTask: Sendable {
  /// A running operation.
  struct Slot: Hashable, Sendable {
    let queue: ObjectIdentifier
    let number: Int
  }

  /// The operation of the current task, or of the task that created it.
  @TaskLocal static var current: QueueTask?

  let engine: QueueEngine
  let number: Int

  /// The operation whose task called a function, if that is known.
  ///
  /// A handler runs in whichever task settles its promise; see ``Load/caller``.
  static var caller: Slot? {
    guard let current, !Nesting.isInHandler else { return nil }
    return Slot(queue: ObjectIdentifier(current.engine), number: current.number)
  }
}
