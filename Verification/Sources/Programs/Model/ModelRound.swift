/// One run of a program on the model.
final class ModelRound: @unchecked Sendable {
  let clock = ModelClock()
  let context = ModelContext()
  let queue = ModelQueue(limit: 2)
  let flights = ModelFlights()
  private let program: Program
  private var entries: [ModelEntry?] = Array(repeating: nil, count: Program.slots)
  private var livenessChecks: [() -> Bool] = []
  /// The number of closures that are alive.
  var livingCalls = 0

  init(_ program: Program) {
    self.program = program
  }

  /// Runs the program from its first step to the release of its last reference.
  func run() {
    ModelNesting.nested(program.depth) {
      for step in program.steps {
        perform(step)
        clock.runTasks()
      }
    }
    for slot in entries.indices {
      if let promise = entries[slot]?.promise { Ledger.note(.read(slot, promise.statusSnapshot)) }
    }
    dropReferences()
    queue.resume()
    clock.runTasks()
    while !clock.isIdle || !context.isIdle || hasEntries {
      clock.advance(by: 1)
      clock.runTasks()
      context.dropAll()
      clock.runTasks()
      // The closures that have run since may have put new promises into the slots.
      dropReferences()
      clock.runTasks()
    }
    let isAnyLeft = livenessChecks.contains { $0() }
    Ledger.note(.left(promises: isAnyLeft, closures: livingCalls))
  }

  func perform(_ step: Step) {
    let operands = ModelOperands(step, in: self)
    let first = operands.entries[0]
    let second = operands.entries[1]
    let canRun = Operator.allOperators[step.operation].canRun(
      first: first?.promise != nil,
      second: second?.promise != nil,
      resolver: first?.resolver != nil
    )
    if canRun, let promise = ModelOperator.body(of: step.operation)(operands) {
      adopt(promise, by: step)
    }
    withExtendedLifetime(operands) {}
  }

  func adopt(_ promise: ModelPromise, with resolver: ModelResolver? = nil, by step: Step) {
    livenessChecks.append { [weak promise] in promise != nil }
    guard let slot = step.output else { return }
    replace(slot, by: ModelEntry(promise: promise, resolver: resolver))
  }

  func entry(_ slot: Int) -> ModelEntry? { entries[slot] }

  private var hasEntries: Bool { entries.contains { $0 != nil } }

  private func dropReferences() {
    for slot in entries.indices { replace(slot, by: nil) }
  }

  /// Replaces the entry of a slot, and releases the old one afterward.
  func replace(_ slot: Int, by entry: ModelEntry?) {
    let old = entries[slot]
    entries[slot] = entry
    withExtendedLifetime(old) {}
  }
}

/// A promise in a slot, and its resolver, each as long as the program has it.
struct ModelEntry {
  var promise: ModelPromise?
  var resolver: ModelResolver?
}
