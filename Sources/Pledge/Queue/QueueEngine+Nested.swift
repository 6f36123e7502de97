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
  /// Prints a line, once, if tasks are likely to await operations that they keep from starting.
  func watchNested() {
    if state.withLock({ $0.watchNested() }) { checkNestedLater() }
  }

  private func checkNestedLater() {
    NestedPatience.current.wait { [weak self] in self?.checkNested() }
  }

  /// Returns the line to print, if any.
  private func checkNested() -> String? {
    switch state.withLock({ $0.checkNested() }) {
    case .deadlock(let nested, let outer):
      return """
        \(nested.place): still waiting for a slot in its queue, and every operation that has one is \
        a task that has added another operation, such as the task from \(outer.place); if these \
        tasks await what they have added, none can continue: do the inner work without adding it, \
        or use another queue
        """
    case .again:
      checkNestedLater()
      return nil
    case .nothing:
      return nil
    }
  }
}

extension QueueEngine.Operation {
  /// Where the operation was added, and its label.
  fileprivate var place: String { promise.site.text(labeled: promise.label) }
}
