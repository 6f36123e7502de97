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

  /// The patience; tests replace it.
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
  /// The queues that check their nested operations after a while; they are not kept until then.
  private static let watches = Locked<[ObjectIdentifier: NestedWatch]>([:])

  /// Prints a line, once, if tasks are likely to await operations that they keep from starting.
  func watchNested() {
    let queue = ObjectIdentifier(self)
    guard state.withLock({ $0.watchNested(in: queue) }) else { return }
    let watch = NestedWatch(of: self)
    QueueEngine.watches.withLock { $0[ObjectIdentifier(watch)] = watch }
    NestedPatience.current.wait {
      QueueEngine.watches.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(watch)) }
      return watch.engine?.checkNested()
    }
  }

  /// Returns the line to print, if any.
  private func checkNested() -> String? {
    let found = state.withLock { $0.nested.endWatch() }
    let line = found.flatMap { self.line(about: $0.number, in: $0.outer) }
    if line == nil { watchNested() } else { state.withLock { $0.nested.wasReported() } }
    return line
  }

  private func line(about number: Int, in outer: QueueTask.Slot) -> String? {
    guard let slot = stuckSlot(like: outer),
      let nested = state.withLock({ $0.waiting.operation(number) }),
      let task = state.withLock({ $0.runningOperation(slot.number) })
    else { return nil }
    return """
      \(nested.place): still waiting for a slot in its queue, and every operation that has one is \
      a task that has added another operation, such as the task from \(task.place); if these \
      tasks await what they have added, none can continue: do the inner work without adding it, \
      or use another queue
      """
  }

  /// Returns `outer`, or another operation of this queue, if none of these is likely to end.
  ///
  /// An operation may end unless its task has added an operation that waits in such a queue.
  private func stuckSlot(like outer: QueueTask.Slot) -> QueueTask.Slot? {
    let engines = QueueEngine.watches.withLock { Array($0.values) }.compactMap(\.engine) + [self]
    let queues = Dictionary(engines.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    var stuck = queues.compactMapValues { engine in
      engine.state.withLock { state in
        state.fullSlots.map { numbers in
          let slots = numbers.map { QueueTask.Slot(queue: ObjectIdentifier(engine), number: $0) }
          return (running: Set(slots), adding: state.nested.slots)
        }
      }
    }
    var adding = Set(stuck.values.flatMap(\.adding))
    while let free = stuck.first(where: { !$0.value.running.isSubset(of: adding) }) {
      stuck[free.key] = nil
      adding = Set(stuck.values.flatMap(\.adding))
    }
    guard stuck[outer.queue]?.running.contains(outer) == true,
      let running = stuck[ObjectIdentifier(self)]?.running
    else { return nil }
    return running.contains(outer) ? outer : running.first
  }
}

/// That a queue checks its nested operations after a while, unless it has been released by then.
private final class NestedWatch: Sendable {
  private let reference: @Sendable () -> QueueEngine?

  init(of engine: QueueEngine) { reference = { [weak engine] in engine } }

  var engine: QueueEngine? { reference() }
}

extension QueueEngine.Operation {
  /// Where the operation was added, and its label.
  fileprivate var place: String { promise.site.text(labeled: promise.label) }
}
