internal import Numbers

extension Program {
  /// Decodes a program that the model predicts.
  ///
  /// Any bytes are valid.
  package init(bytes: some Sequence<UInt8>) {
    var generator = Generator(bytes, isPredicted: true)
    self = generator.predictedProgram()
  }

  /// Creates the program of a seed that the model predicts, with tens of steps.
  package init(seed: UInt64) {
    self.init(bytes: Program.bytes(of: seed, count: 40...800))
  }

  /// Creates the hostile program of a seed.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - threads: The number of threads, or `nil` for a random number. With one thread, the program
  ///     does the same each time.
  package init(hostile seed: UInt64, threads: Int?) {
    var generator = Generator(Program.bytes(of: seed, count: 40...800), isPredicted: false)
    self = generator.hostileProgram(threads: threads)
  }

  private static func bytes(of seed: UInt64, count: ClosedRange<Int>) -> [UInt8] {
    var numbers = SplitMix64(seed: seed)
    return (0..<Int.random(in: count, using: &numbers)).map { _ in
      .random(in: 0...255, using: &numbers)
    }
  }
}

/// Decodes a program from bytes, and reads zeros after their end.
private struct Generator {
  /// The maximum nesting of steps within handlers.
  private static let deepest = 3

  private var bytes: ArraySlice<UInt8>
  private let isPredicted: Bool
  private var groups: [[Int]]
  private var slotCount = 1
  private var handlerCount = 0

  init(_ bytes: some Sequence<UInt8>, isPredicted: Bool) {
    self.bytes = ArraySlice(bytes)
    self.isPredicted = isPredicted
    groups = isPredicted ? Operator.predictedGroups : Operator.groups
  }

  mutating func predictedProgram() -> Program {
    drawSlotCount()
    var program = Program([])
    while !bytes.isEmpty { program.threads[0].append(step()) }
    return program
  }

  mutating func hostileProgram(threads: Int?) -> Program {
    drawSlotCount()
    var program = Program([])
    let drawn = 1 + draw(3)
    let count = threads ?? drawn
    // A program with one thread is deterministic, so it must not use other threads.
    if count == 1 { groups.removeLast() }
    program.threads = Array(repeating: [], count: count)
    program.discardsAtEnd = draw(2) == 1
    program.isObserved = draw(8) == 0
    program.isLive = count > 1 && draw(3) == 0
    program.beginning = (0..<3 + draw(6)).map { _ in step(in: groups[0], depth: 0) }
    while !bytes.isEmpty { program.threads[draw(count)].append(step()) }
    return program
  }

  /// Half of the programs use few promises, so that each takes part in many steps.
  private mutating func drawSlotCount() {
    slotCount = 2 + draw(Program.slots - 1)
    if slotCount > 6, draw(2) == 1 { slotCount /= 2 }
  }

  /// Returns a number less than `count`, which is at most 256.
  private mutating func draw(_ count: Int) -> Int { Int(bytes.popFirst() ?? 0) % count }
  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[draw(choices.count)]
  }
  private mutating func slot() -> Int { draw(slotCount) }

  private mutating func step(depth: Int = 0) -> Step { step(in: pick(groups), depth: depth) }

  private mutating func step(in group: [Int], depth: Int) -> Step {
    let operation = pick(group)
    let uses = Operator.allOperators[operation].uses
    let amount = uses.amount ? draw(4) : 0
    let inputs = (0..<Step.inputCount).map { $0 < (uses.inputs ?? amount) ? slot() : 0 }
    var step = Step(operation: operation, inputs: inputs, amount: amount, handler: Handler(0))
    if uses.context, !isPredicted { step.context = pick(Behavior.allCases) }
    if uses.handler { step.handler = handler(depth: depth, of: uses) }
    guard uses.output else { return step }
    step.output = draw(5) == 0 ? nil : slot()
    step.isTracked = !isPredicted && draw(3) == 0
    return step
  }

  private mutating func handler(depth: Int, of uses: Operator.Uses) -> Handler {
    handlerCount += 1
    var handler = Handler(handlerCount)
    if uses.calls {
      switch draw(4) {
      case 0...1: handler.answer = .value
      case 2: handler.answer = .promise(slot())
      default: handler.answer = .failure
      }
    }
    guard depth < Generator.deepest else { return handler }
    if uses.calls { handler.effects = steps(oneIn: isPredicted ? 4 : 2, depth: depth + 1) }
    if isPredicted { return handler }
    if uses.calls { handler.release = steps(oneIn: 4, depth: depth + 1) }
    handler.valueRelease = steps(oneIn: 6, depth: depth + 1)
    return handler
  }

  private mutating func steps(oneIn count: Int, depth: Int) -> [Step] {
    guard draw(count) == 0, !bytes.isEmpty else { return [] }
    return (0..<1 + draw(2)).map { _ in step(depth: depth) }
  }
}
