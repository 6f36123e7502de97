internal import PledgeCore

/// The operation of a queue on whose behalf a task runs.
struct QueueTask: Sendable {
  /// The operation of the current task, or of the task that created it.
  @TaskLocal static var current: QueueTask?

  let engine: QueueEngine
  let number: Int

  /// Returns the number of the operation of `engine` whose task called a function, if that is
  /// known.
  ///
  /// A handler runs in whichever task settles its promise; see ``Load/caller``.
  static func caller(in engine: QueueEngine) -> Int? {
    guard let current, current.engine === engine, !Nesting.isInHandler else { return nil }
    return current.number
  }
}
