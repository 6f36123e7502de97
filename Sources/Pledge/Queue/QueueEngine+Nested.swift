internal import Dispatch
internal import PledgeCore
internal import PledgeSupport

/// How long operations that tasks have added to their own queue wait before a line says so.
package struct NestedPatience: Sendable {
  /// Calls a closure after ten seconds, and prints the line that it returns, if any.
  let wait: @Sendable (_ line: @escaping @Sendable () -> String?) -> Void

  package init(_ wait: @escaping @Sendable (_ line: @escaping @Sendable () -> String?) -> Void) {
    self.wait = wait
  }

  /// The patience, which tests replace.
  ///
  /// Not a bare closure; see ``AttemptTasks/Starter``.
  @TaskLocal package static var current = NestedPatience { line in
    // Not a promise: a check for pending promises would find that.
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(10)) {
      if let line = line() { System.printLine("pledge: \(line)") }
    }
  }
}

extension QueueEngine {
  /// The queues that check their nested operations after a while.
  private static let watched = Locked<[ObjectIdentifier: QueueEngine]>([:])

  /// Prints a line, once, if tasks are likely to await operations that they keep from starting.
  func watchNested() {
    let queue = ObjectIdentifier(self)
    guard state.withLock({ $0.watchNested(in: queue) }) else { return }
    QueueEngine.watched.withLock { $0[queue] = self }
    NestedPatience.current.wait { self.checkNested() }
  }

  /// Returns the line to print, if any.
  private func checkNested() -> String? {
    let found = state.withLock { $0.nested.endWatch() }
    guard let found, let slot = slotOfStuckTask(found.outer),
      let nested = state.withLock({ $0.waitingOperation(found.number) }),
      let outer = state.withLock({ $0.runningOperation(slot.number) })
    else {
      _ = QueueEngine.watched.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
      watchNested()
      return nil
    }
    state.withLock { $0.nested.wasReported() }
    _ = QueueEngine.watched.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }
    return """
      \(nested.place): still waiting for a slot in its queue, and every operation that has one is \
      a task that has added another operation, such as the task from \(outer.place); if these \
      tasks await what they have added, none can continue: do the inner work without adding it, \
      or use another queue
      """
  }

  /// Returns an operation of this queue whose task is likely to wait for ever, one of `preferred` if
  /// possible; `nil` if an operation may end.
  ///
  /// An operation may end unless its task has added an operation that waits in a queue of which no
  /// operation may end.
  private func slotOfStuckTask(_ preferred: [QueueTask.Slot]) -> QueueTask.Slot? {
    var stuck: [ObjectIdentifier: (running: Set<QueueTask.Slot>, outer: Set<QueueTask.Slot>)] = [:]
    for (queue, engine) in QueueEngine.watched.withLock({ $0 }) {
      stuck[queue] = engine.state.withLock { state in
        state.fullSlots.map { slots in
          (Set(slots.map { QueueTask.Slot(queue: queue, number: $0) }), state.nested.slots)
        }
      }
    }
    while true {
      let waiting = stuck.values.reduce(into: Set()) { $0.formUnion($1.outer) }
      guard let free = stuck.first(where: { !$0.value.running.isSubset(of: waiting) }) else { break }
      stuck[free.key] = nil
    }
    let isRunning = stuck.values.contains { !$0.running.isDisjoint(with: preferred) }
    guard isRunning, let running = stuck[ObjectIdentifier(self)]?.running else { return nil }
    return preferred.first(where: running.contains) ?? running.first
  }
}

extension QueueEngine.Operation {
  /// Where the operation was added, and its label.
  fileprivate var place: String { promise.site.text(labeled: promise.label) }
}
