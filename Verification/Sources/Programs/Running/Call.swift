import Pledge

/// The state of a closure of the running program: counts its calls, and performs its effects and
/// those of its release.
///
/// Its methods are the closures that operators receive.
final class Call: Sendable {
  private static let maxEffects = 3
  /// The start of the descriptions of closures.
  static let prefix = "the closure of "

  private let step: Step
  private let round: Round
  private let limits: ClosedRange<Int>
  let calls = Tally()
  private let id: LiveObjects.ID

  init(_ step: Step, _ limits: ClosedRange<Int>, in round: Round) {
    (self.step, self.limits, self.round) = (step, limits, round)
    id = round.liveObjects.add { Call.prefix + step.title }
  }

  deinit {
    if calls.count < limits.lowerBound { round.fail("called \(calls.count) times: \(step.title)") }
    round.perform(step.handler.release)
    // Comes last, because the round may end when nothing is alive.
    round.liveObjects.remove(id)
  }

  /// Counts a call and performs its effects.
  func run(_ argument: Any) {
    Ledger.note(.ran(step.handler.number, Reading(of: argument)))
    if let token = argument as? Token, token.disposals.count > 0 {
      round.fail("received a value that had been disposed of: \(step.title)")
    }
    let count = calls.up()
    if count > limits.upperBound { round.fail("called \(count) times: \(step.title)") }
    // An observer of progress that reports progress would be called endlessly.
    if count <= Call.maxEffects { round.perform(step.handler.effects) }
  }

  func run() { run(()) }

  func value(_ argument: Any = ()) throws -> Token {
    run(argument)
    if step.handler.answer == .failure { throw failure }
    return Token(step.handler, in: round)
  }

  func optional(_ argument: Any) throws -> Token? {
    run(argument)
    if case .promise = step.handler.answer { throw failure }
    return step.handler.answer == .failure ? nil : Token(step.handler, in: round)
  }

  func flag(_ argument: Any) throws -> Bool { try optional(argument) != nil }

  func promise(_ argument: Any = ()) throws -> Future<Token> {
    run(argument)
    switch step.handler.answer {
    case .value: return Promise(value: Token(step.handler, in: round))
    case .failure: throw failure
    case .promise(let slot):
      guard let future = round.entry(slot)?.future else { throw failure }
      return future
    }
  }

  func start() throws -> Future<Token> { try promise() }

  func error(_ argument: Any) -> any Error {
    run(argument)
    return failure
  }

  private var failure: Failure { Failure(token: Token(step.handler, in: round)) }
}

/// A value that is counted while it is alive, and that has effects when it is released.
final class Token: Sendable {
  /// The number of the closure that made it.
  let handler: Int
  /// Counts the calls of blocks that disposed of the value.
  let disposals = Tally()
  private let valueRelease: [Step]
  private let round: Round
  /// A number that no other value of the round has.
  let number: LiveObjects.ID

  init(_ handler: Handler, in round: Round) {
    self.handler = handler.number
    valueRelease = handler.valueRelease
    self.round = round
    number = round.liveObjects.add { "a value of closure #\(handler.number)" }
  }

  deinit {
    round.perform(valueRelease)
    round.liveObjects.remove(number)
  }
}

/// An error that is counted with its token.
struct Failure: Error {
  let token: Token
}
