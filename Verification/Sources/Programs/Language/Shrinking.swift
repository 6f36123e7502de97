extension Program {
  /// Returns a smaller program for which `fails` is still true, by removing steps.
  package func shrunk(while fails: (Program) -> Bool) -> Program {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// Slightly smaller programs, in increasing size.
  private var smaller: some Sequence<Program> {
    let beginnings = beginning.smaller.map { steps in
      var copy = self
      copy.beginning = steps
      return copy
    }
    let bodies = threads.indices.flatMap { index in
      threads[index].smaller.map { steps in
        var copy = self
        copy.threads[index] = steps
        return copy
      }
    }
    var unobserved = self
    unobserved.isObserved = false
    return beginnings + bodies + (isObserved ? [unobserved] : [])
  }
}

extension [Step] {
  /// Variants of the steps: without some of them, with nested steps in place of one, or with one
  /// reduced.
  fileprivate var smaller: [[Step]] {
    let halves = count > 3 ? [[Step](prefix(count / 2)), [Step](suffix(count - count / 2))] : []
    let shorter = indices.map { index in
      var copy = self
      copy.remove(at: index)
      return copy
    }
    let flatter = indices.filter { !self[$0].handler.effects.isEmpty }.map { index in
      var copy = self
      copy.replaceSubrange(index...index, with: self[index].handler.effects)
      return copy
    }
    let simpler = indices.flatMap { index in
      self[index].smaller.map { step in
        var copy = self
        copy[index] = step
        return copy
      }
    }
    return halves + shorter + flatter + simpler
  }
}

extension Step {
  /// Variants of the step: not tracked, or with a smaller closure.
  fileprivate var smaller: [Step] {
    var steps: [Step] = []
    if isTracked {
      var copy = self
      copy.isTracked = false
      steps.append(copy)
    }
    for part in [\Handler.effects, \.release, \.valueRelease] {
      for less in handler[keyPath: part].smaller {
        var copy = self
        copy.handler[keyPath: part] = less
        steps.append(copy)
      }
    }
    return steps
  }
}
