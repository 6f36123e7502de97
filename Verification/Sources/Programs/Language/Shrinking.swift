extension Program {
  /// Returns the smallest failing program that can be reached by removing steps, and its problem.
  package func smallest(_ problem: (Program) -> String?) -> String {
    let smallest = shrunk { problem($0) != nil }
    return "the smallest failing program:\n\(smallest)\n\(problem(smallest) ?? "no problem")"
  }

  /// Returns a smaller program for which `fails` is still true, by removing steps.
  package func shrunk(while fails: (Program) -> Bool) -> Program {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// Slightly smaller programs, in increasing size.
  private var smaller: some Sequence<Program> {
    let beginnings = beginning.smaller.map { steps in changed(self) { $0.beginning = steps } }
    let bodies = threads.indices.flatMap { index in
      threads[index].smaller.map { steps in changed(self) { $0.threads[index] = steps } }
    }
    return beginnings + bodies + (isObserved ? [changed(self) { $0.isObserved = false }] : [])
  }
}

extension [Step] {
  /// Variants of the steps: without some of them, with nested steps in place of one, or with one
  /// reduced.
  fileprivate var smaller: [[Step]] {
    let halves = count > 3 ? [[Step](prefix(count / 2)), [Step](suffix(count - count / 2))] : []
    let shorter = indices.map { index in changed(self) { $0.remove(at: index) } }
    let flatter = indices.filter { !self[$0].handler.effects.isEmpty }.map { index in
      changed(self) { $0.replaceSubrange(index...index, with: self[index].handler.effects) }
    }
    let simpler = indices.flatMap { index in
      self[index].smaller.map { step in changed(self) { $0[index] = step } }
    }
    return halves + shorter + flatter + simpler
  }
}

extension Step {
  /// Variants of the step: not tracked, or with a smaller closure.
  fileprivate var smaller: [Step] {
    let parts = [\Handler.effects, \.release, \.valueRelease].flatMap { part in
      handler[keyPath: part].smaller.map { less in
        changed(self) { $0.handler[keyPath: part] = less }
      }
    }
    return (isTracked ? [changed(self) { $0.isTracked = false }] : []) + parts
  }
}

/// Returns a copy of the value with a change.
func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var copy = value
  change(&copy)
  return copy
}
