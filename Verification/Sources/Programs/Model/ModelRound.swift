/// One run of a program on the model.
final class ModelRound: @unchecked Sendable {
  let clock = ModelClock()
  let context = ModelContext()
  let queue = ModelQueue(limit: 2)
  private let program: Program
  var entries: [ModelEntry?] = Array(repeating: nil, count: Program.slots)
  private var livenessChecks: [() -> Bool] = []
  var works: [ModelWork] = []
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
      guard let promise = entries[slot]?.promise else { continue }
      let isRejected = if case .failure = promise.outcome { true } else { false }
      Ledger.note(.read(slot, isRejected ? .error("?") : Reading(of: promise.outcome as Any)))
      Ledger.note(.read(slot, .value(promise.outcome == nil ? promise.lent : 0)))
    }
    dropReferences()
    queue.isPaused = false
    clock.runTasks()
    while !clock.isIdle || !context.isIdle || entries.contains(where: { $0 != nil }) {
      clock.advance(by: 1)
      clock.runTasks()
      for job in context.takeJobs() { job.drop() }
      clock.runTasks()
      // The closures that have run since may have put new promises into the slots.
      dropReferences()
      clock.runTasks()
    }
    for work in works where work.priority != 0 { Ledger.note(.raised(to: work.priority)) }
    let isAnyLeft = livenessChecks.contains { $0() }
    Ledger.note(.left(promises: isAnyLeft, closures: livingCalls))
  }

  func perform(_ step: Step) {
    let operands = ModelOperands(step, in: self)
    let operation = Operator.allOperators[step.operation]
    if operation.canRun(operands.entries.map { ($0?.promise != nil, $0?.resolver != nil) }),
      let promise = operation.predicted?(operands)
    {
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
