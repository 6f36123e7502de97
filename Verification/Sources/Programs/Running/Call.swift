import Pledge
import Support

/// The state of a closure of the running program: counts its calls, and performs its effects and
/// those of its release.
final class Call: Sendable {
  /// The number of times that a closure may be called.
  enum Limit {
    case atMost(Int)
    case once
  }

  private static let maxEffects = 3
  /// The start of the descriptions of closures.
  static let prefix = "the closure of "

  private let step: Step
  private let round: Round
  private let limit: Limit
  private let calls = Tally()
  private let id: LiveObjects.ID

  init(_ step: Step, _ limit: Limit, in round: Round) {
    self.step = step
    self.round = round
    self.limit = limit
    id = round.liveObjects.add { Call.prefix + step.title }
  }

  private var handler: Handler { step.handler }

  deinit {
    if case .once = limit, calls.count != 1 {
      round.fail("called \(calls.count) times, not once: \(step.title)")
    }
    round.perform(handler.release)
    // Comes last, because the round may end when nothing is alive.
    round.liveObjects.remove(id)
  }

  /// Counts a call and performs its effects.
  ///
  /// - Returns: The number of calls so far.
  @discardableResult func run(_ argument: Any = ()) -> Int {
    Ledger.note(.ran(handler.number, Reading(of: argument)))
    if let token = argument as? Token, token.disposals.count > 0 {
      round.fail("received a value that had been disposed of: \(step.title)")
    }
    let count = calls.up()
    switch limit {
    case .atMost(let most) where count > most: round.fail("called \(count) times: \(step.title)")
    case .once where count > 1: round.fail("called \(count) times: \(step.title)")
    default: break
    }
    // An observer of progress that reports progress would be called endlessly.
    if count <= Call.maxEffects { round.perform(handler.effects) }
    return count
  }

  func value(_ argument: Any = ()) throws -> Token {
    run(argument)
    if handler.answer == .failure { throw failure() }
    return Token(handler, in: round)
  }

  func optional(_ argument: Any = ()) throws -> Token? {
    run(argument)
    if case .promise = handler.answer { throw failure() }
    return handler.answer == .failure ? nil : Token(handler, in: round)
  }

  func promise(_ argument: Any = ()) throws -> Future<Token> {
    run(argument)
    switch handler.answer {
    case .value: return Promise(value: Token(handler, in: round))
    case .failure: throw failure()
    case .promise(let slot):
      guard let future = round.entry(slot)?.future else { throw failure() }
      return future
    }
  }

  func failure() -> Failure { Failure(token: Token(handler, in: round)) }
}

/// A value that is counted while it is alive, and that has effects when it is released.
final class Token: Sendable {
  /// A number that no other value of the round has.
  let number: Int
  /// The number of the closure that made it.
  let handler: Int
  /// Counts the calls of blocks that disposed of the value.
  let disposals = Tally()
  private let valueRelease: [Step]
  private let round: Round
  private let id: LiveObjects.ID

  init(_ handler: Handler, in round: Round) {
    self.handler = handler.number
    valueRelease = handler.valueRelease
    self.round = round
    id = round.liveObjects.add { "a value of closure #\(handler.number)" }
    number = id
  }

  deinit {
    round.perform(valueRelease)
    round.liveObjects.remove(id)
  }
}

/// An error that is counted with its token.
struct Failure: Error {
  let token: Token
}
