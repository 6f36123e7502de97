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

  /// The queue, which the task keeps, so that no other one has its identity.
  private let engine: QueueEngine
  /// The operation, and those whose tasks have added it, the innermost first.
  let slots: [Slot]

  init(_ number: Int, of engine: QueueEngine, addedBy outer: [Slot]) {
    self.engine = engine
    slots = [Slot(queue: ObjectIdentifier(engine), number: number)] + outer
  }

  /// The operations whose tasks called a function, if that is known.
  ///
  /// A handler runs in whichever task settles its promise; see ``Load/caller``.
  static var callers: [Slot] { current.map { Nesting.isInHandler ? [] : $0.slots } ?? [] }
}
