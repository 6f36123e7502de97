extension Program {
  /// The program that is left of one that fails, when steps are taken out as long as `fails` is true.
  func shrunk(while fails: (Program) -> Bool) -> Program {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// The programs with a little less in them, those with the least first.
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
  /// The same steps without some of them, with nested ones in place of one, or with less in one.
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
  /// The step unwatched, or with a closure that does less.
  fileprivate var smaller: [Step] {
    var steps: [Step] = []
    if isWatched {
      var copy = self
      copy.isWatched = false
      steps.append(copy)
    }
    for part in [\Handler.effects, \.release, \.remains] {
      for less in handler[keyPath: part].smaller {
        var copy = self
        copy.handler[keyPath: part] = less
        steps.append(copy)
      }
    }
    return steps
  }
}
