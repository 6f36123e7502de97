import Pledge
import Support

/// The operands of an operation, and closures that follow the handler of its step.
struct Operands: Sendable {
  let step: Step
  let round: Round
  /// The record of the promise that the step creates.
  let record: Record
  let entries: [Entry?]

  var first: Entry? { entries[0] }

  /// The first input.
  ///
  /// An operator that uses it does not run without it.
  var one: Future<Token> { first?.future ?? Promise(error: DiscardedError()) }
  /// The second input.
  var two: Future<Token> { entries[1]?.future ?? one }
  /// The first input, if the program may settle it.
  var own: Promise<Token>? { first?.future as? Promise<Token> }
  var resolver: Resolver<Token>? { first?.resolver }

  /// The inputs that exist, of as many as the step's number says.
  var inputs: [Future<Token>] { entries.prefix(step.amount).compactMap { $0?.future } }

  var context: HostileContext {
    guard step.context == .keeps else {
      return HostileContext(behavior: step.context, round: round, kept: nil)
    }
    let kept = RetainedJobs([])
    round.keep(kept)
    return HostileContext(behavior: .keeps, round: round, kept: kept)
  }

  /// A short time of the clock.
  var ticks: Duration {
    round.program.isLive ? .microseconds(100 * step.amount) : .seconds(step.amount)
  }

  /// A new value.
  var token: Token { Token(step.handler, in: round) }
  /// A new error.
  var failure: Failure { Failure(token: token) }
}

// MARK: - Closures

extension Operands {
  func call(_ limit: Call.Limit = .atMost(1)) -> Call { Call(step, limit, in: round) }

  /// Returns a closure that returns `future` without retaining it.
  ///
  /// If the owner of the closure waits for the promise, retaining it would create a retain cycle.
  func later(_ future: Future<Token>) -> @Sendable () -> Future<Token> {
    { [weak future] in future ?? Promise(error: DiscardedError()) }
  }

  /// Returns a closure that creates values and has no effects.
  func make<Input>() -> @Sendable (Input) -> Token {
    { [step, round] argument in
      Ledger.note(.ran(step.handler.number, Reading(of: argument)))
      return Token(step.handler, in: round)
    }
  }

  func value<Input>(atMost most: Int = 1) -> @Sendable (Input) throws -> Token {
    let call = call(.atMost(most))
    return { try call.value($0) }
  }

  func optional<Input>(atMost most: Int = 1) -> @Sendable (Input) throws -> Token? {
    let call = call(.atMost(most))
    return { try call.optional($0) }
  }

  func promise<Input>(atMost most: Int = 1) -> @Sendable (Input) throws -> Future<Token> {
    let call = call(.atMost(most))
    return { try call.promise($0) }
  }

  func flag<Input>(atMost most: Int = 1) -> @Sendable (Input) throws -> Bool {
    let call = call(.atMost(most))
    return { try call.optional($0) != nil }
  }

  func effect<Input>(_ limit: Call.Limit = .atMost(1)) -> @Sendable (Input) -> Void {
    let call = call(limit)
    return { call.run($0) }
  }

  func error() -> @Sendable (any Error) -> any Error {
    let call = call()
    return { error in
      call.run(error)
      return call.failure()
    }
  }

  func combine(atMost most: Int) -> @Sendable (Token, Token) throws -> Token {
    let call = call(.atMost(most))
    return { try call.value(($0, $1)) }
  }

  func block(_ limit: Call.Limit = .atMost(1)) -> @Sendable () -> Void {
    let call = call(limit)
    return { call.run() }
  }

  /// Returns a discard block of a promise.
  func stop(_ record: Record?) -> @Sendable () -> Void {
    let call = call()
    return {
      record?.stop()
      call.run()
    }
  }

  /// Returns the closure of an operation of the queue, which limits how many run at a time.
  func operation() -> @Sendable () throws -> Future<Token> {
    let call = call()
    let (queue, limit) = (round.shared.queue, round.shared.limit)
    return { [weak queue, round, step] in
      if let running = queue?.running, running > limit {
        round.fail("\(running) operations run at a time instead of \(limit): \(step.title)")
      }
      return try call.promise()
    }
  }

  func start(_ limit: Call.Limit = .atMost(1)) -> @Sendable () throws -> Future<Token> {
    let call = call(limit)
    return { try call.promise() }
  }
}
