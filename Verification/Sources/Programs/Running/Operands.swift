import Pledge

/// The operands of an operation.
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
    let kept = step.context == .keeps ? RetainedJobs([]) : nil
    if let kept { round.backlog.with { $0.contexts.append(kept) } }
    return HostileContext(behavior: step.context, round: round, kept: kept)
  }

  /// A short time of the clock.
  var ticks: Duration {
    round.program.isLive ? .microseconds(100 * step.amount) : .seconds(step.amount)
  }

  /// A new value.
  var token: Token { Token(step.handler, in: round) }
  /// A new error.
  var failure: Failure { Failure(token: token) }

  /// The closure, which may be called once.
  var call: Call { call(0...1) }

  /// Returns the closure, which may be called as often as given.
  func call(_ limits: ClosedRange<Int>) -> Call { Call(step, limits, in: round) }

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

  /// Returns a discard block of a promise.
  func stop(_ record: Record?) -> @Sendable () -> Void {
    { [call] in
      record?.stop()
      call.run()
    }
  }

  /// Returns the closure of an operation of the queue, which limits how many run at a time.
  func operation() -> @Sendable () throws -> Future<Token> {
    let (queue, limit) = (round.shared.queue, round.shared.limit)
    return { [weak queue, round, step, call] in
      if let running = queue?.running, running > limit {
        round.fail("\(running) operations run at a time instead of \(limit): \(step.title)")
      }
      return try call.promise()
    }
  }
}
