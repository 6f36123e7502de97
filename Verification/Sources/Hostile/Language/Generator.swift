import Numbers

extension Program {
  /// Creates the program of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed of the generator.
  ///   - threads: The number of threads, or `nil` for a random number.
  init(seed: UInt64, threads: Int?) {
    var generator = Generator(seed: seed)
    let drawn = generator.draw(1...3)
    let count = threads ?? drawn
    ending = generator.pick(Ending.allCases)
    isObserved = generator.chance(oneIn: 8)
    isLive = count > 1 && generator.chance(oneIn: 3)
    beginning = (0..<generator.draw(3...8)).map { _ in generator.step(in: .roots, depth: 0) }
    let longest = generator.draw(5...60) / count
    self.threads = (0..<count).map { _ in
      (0..<generator.draw(1...longest + 1)).map { _ in generator.step(depth: 0) }
    }
    if count > 1 { return }
    // A program with one thread is deterministic, so it must not use other threads.
    beginning.removeAll { $0.runsElsewhere }
    self.threads[0].removeAll { $0.runsElsewhere }
  }
}

extension Step {
  /// Whether this step, or a step within it, uses a thread of the system.
  fileprivate var runsElsewhere: Bool {
    Operator.allOperators[operation].group == .threads
      || [handler.effects, handler.release, handler.valueRelease].joined().contains {
        $0.runsElsewhere
      }
  }
}

/// Draws random steps.
private struct Generator {
  /// The maximum nesting of steps within handlers.
  private static let deepest = 3

  private var numbers: SplitMix64
  private var handlerCount = 0

  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
  }

  mutating func draw(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }
  mutating func chance(oneIn count: Int) -> Bool { draw(1...count) == 1 }
  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[draw(0...choices.count - 1)]
  }

  mutating func step(depth: Int) -> Step {
    let group: Group =
      switch draw(1...30) {
      case 1...3: .roots
      case 4...9: .settling
      case 10...15: .stages
      case 16...18: .contexts
      case 19...21: .combining
      case 22...23: .values
      case 24...25: .work
      case 26: .tasks
      case 27...29: .environment
      default: .threads
      }
    return step(in: group, depth: depth)
  }

  mutating func step(in group: Group, depth: Int) -> Step {
    let operation = pick(Operator.indices(of: group))
    let needsHandler = Operator.allOperators[operation].usesHandler
    return Step(
      operation: operation,
      inputs: (slot(), slot()),
      output: chance(oneIn: 5) ? nil : slot(),
      context: pick(Behavior.allCases),
      amount: draw(0...3),
      isTracked: chance(oneIn: 3),
      handler: handler(depth: needsHandler ? depth : Generator.deepest)
    )
  }

  private mutating func slot() -> Int { draw(0...Program.slots - 1) }

  private mutating func handler(depth: Int) -> Handler {
    handlerCount += 1
    let answer: Answer =
      switch draw(1...6) {
      case 1...3: .value
      case 4: .failure
      default: .promise(slot())
      }
    var handler = Handler(number: handlerCount, answer: answer)
    guard depth < Generator.deepest else { return handler }
    handler.effects = steps(oneIn: 2, depth: depth + 1)
    handler.release = steps(oneIn: 4, depth: depth + 1)
    handler.valueRelease = steps(oneIn: 6, depth: depth + 1)
    return handler
  }

  private mutating func steps(oneIn count: Int, depth: Int) -> [Step] {
    chance(oneIn: count) ? (0..<draw(1...2)).map { _ in step(depth: depth) } : []
  }
}
