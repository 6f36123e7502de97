/// The orderings that a reduced exhaustive search has not tried: of those that differ only in the
/// order of steps that touch nothing in common, it tries one.
///
/// Wherever two steps that touch a common object could have come in the other order, another step
/// is tried in place of the first one (source sets and sleep sets: Abdulla, Aronis, Jonsson, and
/// Sagonas, "Optimal Dynamic Partial Order Reduction").
struct Reduction {
  /// A step of an ordering, and what could come in its place.
  struct Step {
    /// The sources of the events that could come next.
    let sources: [Footprint.Object]
    /// The index of the one that did.
    var taken: Int
    var footprint = Footprint()
    /// The number of objects that were in use.
    let known: Footprint.Object
    /// The sources whose steps here were tried, here or before.
    var asleep: [Sleeper]
    /// Those that must be tried.
    var wanted: Set<Footprint.Object> = []

    var source: Footprint.Object { sources[taken] }

    func covers(_ source: Footprint.Object) -> Bool {
      source == self.source || wanted.contains(source)
        || asleep.contains { $0.source == source }
    }
  }

  /// A source whose next step need not come, until something happens that it may depend on.
  struct Sleeper {
    let source: Footprint.Object
    let footprint: Footprint
    let known: Footprint.Object

    func wakes(after footprint: Footprint) -> Bool {
      self.footprint.overlaps(footprint.without(objectsAfter: known))
    }
  }

  private var steps: [Step] = []
  /// The first choices of the next ordering; `nil` if none is left.
  private(set) var next: [Int]? = []
  /// The number of its steps up to the last given choice.
  private var count = 0

  /// The sources that need not come at the last given choice.
  var asleep: [Sleeper] { count > 0 ? steps[count - 1].asleep : [] }

  /// Notes the steps of the ordering that was tried; returns whether it began as expected.
  mutating func note(_ ordering: [Step]) -> Bool {
    let given = count
    guard ordering.count >= given, zip(steps, ordering).allSatisfy({ $0.sources == $1.sources })
    else { return false }
    for index in 0..<given { steps[index].footprint = ordering[index].footprint }
    steps += ordering[given...]
    addRaces(from: max(given, 1) - 1)
    addPrevented(from: max(given, 1) - 1)
    advance()
    return true
  }

  /// Goes on to the deepest step in whose place another one must be tried.
  private mutating func advance() {
    while let last = steps.popLast() {
      var step = last
      let footprint = step.footprint.without(objectsAfter: step.known)
      step.asleep.append(Sleeper(source: step.source, footprint: footprint, known: step.known))
      let index = step.sources.firstIndex { source in
        step.wanted.contains(source) && !step.asleep.contains { $0.source == source }
      }
      guard let index else { continue }
      step.taken = index
      steps.append(step)
      next = steps.filter { $0.sources.count > 1 }.map(\.taken)
      count = steps.count
      return
    }
    next = nil
  }

  /// Finds the pairs of an earlier and a new step that could come in the other order.
  private mutating func addRaces(from first: Int) {
    // For each step, those that must come before it.
    var earlier: [[Bool]] = []
    for second in steps.indices {
      var own = Array(repeating: false, count: second)
      for before in (0..<second).reversed() where !own[before] {
        let source = steps[second].source
        let isCause =
          steps[before].source == source || steps[before].footprint.continued.contains(source)
        guard isCause || steps[before].footprint.overlaps(steps[second].footprint) else { continue }
        if !isCause, second >= first { reverse(before, second, earlier, own) }
        own[before] = true
        for index in 0..<before where earlier[before][index] { own[index] = true }
      }
      earlier.append(own)
    }
  }

  /// Has each event come that a step has prevented, perhaps for a time, such as the other outcome
  /// of a promise, or a timer that a sleep precedes.
  private mutating func addPrevented(from first: Int) {
    for index in steps.indices.dropFirst(first) {
      let next = index + 1 < steps.count ? steps[index + 1].sources : []
      for source in steps[index].sources
      where source != steps[index].source && !next.contains(source) {
        steps[index].wanted.insert(source)
      }
    }
  }

  /// Has the second of two steps come before the first one, in one ordering.
  private mutating func reverse(
    _ first: Int,
    _ second: Int,
    _ earlier: [[Bool]],
    _ beforeSecond: [Bool]
  ) {
    guard steps[first].sources.count > 1 else { return }
    // The steps that can come before the first one, up to the second, and those that can begin.
    var movable: [Int] = []
    var initials: Set<Footprint.Object> = []
    for index in first + 1...second where index == second || !earlier[index][first] {
      let before = index == second ? beforeSecond : earlier[index]
      if !movable.contains(where: { before[$0] }) { initials.insert(steps[index].source) }
      movable.append(index)
    }
    if initials.contains(where: steps[first].covers) { return }
    let possible = steps[first].sources.filter(initials.contains)
    let own = steps[second].source
    if let source = possible.contains(own) ? own : possible.first {
      steps[first].wanted.insert(source)
    }
  }
}
