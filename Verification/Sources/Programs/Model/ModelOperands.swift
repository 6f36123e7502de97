/// The operands of a step.
struct ModelOperands {
  let step: Step
  let round: ModelRound
  let entries: [ModelEntry?]

  init(_ step: Step, in round: ModelRound) {
    self.step = step
    self.round = round
    entries = step.inputs.map(round.entry)
  }

  /// The first input.
  ///
  /// An operator that uses it does not run without it.
  var one: ModelPromise { entries[0]?.promise ?? .settled(.failure(failure)) }
  var two: ModelPromise { entries[1]?.promise ?? one }
  /// The promise that the resolver in the first slot settles.
  var resolved: ModelPromise? { entries[0]?.resolver?.promise }
  var inputs: [ModelPromise] { entries.prefix(step.amount).compactMap { $0?.promise } }
  var value: Int { step.handler.number }
  var failure: ModelFailure { ModelFailure(number: value) }
  /// The closure, which retains the call, but not the operands.
  var call: ModelCall { ModelCall(step, in: round) }
}

/// A closure of a program, which records its calls and performs its effects.
final class ModelCall {
  private let handler: Handler
  private let round: ModelRound

  init(_ step: Step, in round: ModelRound) {
    handler = step.handler
    self.round = round
    round.livingCalls += 1
  }

  deinit {
    round.livingCalls -= 1
  }

  var failure: ModelFailure { ModelFailure(number: handler.number) }

  func run(_ argument: Any) {
    Ledger.note(.ran(handler.number, Reading(of: argument)))
    for step in handler.effects { round.perform(step) }
  }

  func run() { run(()) }

  func value(_ argument: Any) throws -> Int {
    run(argument)
    if handler.answer == .failure { throw failure }
    return handler.number
  }

  func optional(_ argument: Any) throws -> Int? {
    run(argument)
    if case .promise = handler.answer { throw failure }
    return handler.answer == .failure ? nil : handler.number
  }

  func promise(_ argument: Any) throws -> ModelPromise {
    run(argument)
    switch handler.answer {
    case .value: return .settled(.success(handler.number))
    case .failure: throw failure
    case .promise(let slot):
      guard let promise = round.entry(slot)?.promise else { throw failure }
      return promise
    }
  }

  func start() throws -> ModelPromise { try promise(()) }
}
