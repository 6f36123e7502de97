import Pledge
import Support

/// The observations of one promise of a program.
final class Record: Sendable {
  private struct State {
    weak var future: Future<Token>?
    var outcome: Outcome?
    var isStopped = false
    var isWon = false
    var registrations = 0
    /// The latest tracking handler that has started, by registering thread.
    var started: [UInt64: Int] = [:]
  }

  private let step: Step
  private let isOrdered: Bool
  private let state = Guarded(State())
  private let round: Round

  init(_ step: Step, in round: Round) {
    self.step = step
    // A lazy promise starts its work within the first registration, and the work may register, too.
    isOrdered = !Operator.allOperators[step.operation].isLazy
    self.round = round
  }

  var title: String { step.title }

  /// The promise, while it is alive.
  var future: Future<Token>? { state.with { $0.future } }

  /// Stores a weak reference to the promise.
  func adopt(_ future: Future<Token>) {
    state.with { $0.future = future }
  }

  /// Adds a handler that has to be called exactly once, in the order of registration.
  func track(_ future: Future<Token>) {
    let callCheck = CallCheck(of: self, in: round)
    let thread = Threads.current
    let number = state.with { state in
      state.registrations += 1
      return state.registrations
    }
    future.observe { [self] outcome in
      start(number, of: thread)
      callCheck.handle()
      note(outcome)
    }
  }

  private func start(_ number: Int, of thread: UInt64) {
    let last = state.with { $0.started.updateValue(number, forKey: thread) } ?? 0
    if isOrdered, number < last {
      round.fail("handler \(number) started after handler \(last): \(title)")
    }
  }

  /// Checks an outcome against those seen before.
  func note(_ result: Result<Token, any Error>?) {
    guard let outcome = result.map(Outcome.init) else { return }
    let (known, isStopped) = state.with { state in
      if state.outcome == nil { state.outcome = outcome }
      return (state.outcome, state.isStopped)
    }
    if let known, known != outcome { round.fail("was \(known), and then \(outcome): \(title)") }
    if isStopped, outcome != .discarded { round.fail("stopped, and then \(outcome): \(title)") }
  }

  /// Records that a resolver has settled the promise.
  func win() {
    let isSecond = state.with { state in
      defer { state.isWon = true }
      return state.isWon
    }
    if isSecond { round.fail("settled twice: \(title)") }
  }

  /// Records a call of the promise's discard block.
  func stop() {
    let known = state.with { state in
      state.isStopped = true
      return state.outcome
    }
    if let known, known != .discarded { round.fail("was \(known), and then stopped: \(title)") }
  }
}

/// An outcome that can be compared.
private enum Outcome: Equatable {
  case value(Int)
  case failure(Int)
  case discarded
  case other(String)

  init(_ result: Result<Token, any Error>) {
    switch result {
    case .success(let token): self = .value(token.number)
    case .failure(let failure as Failure): self = .failure(failure.token.number)
    case .failure(is DiscardedError): self = .discarded
    case .failure(let error): self = .other("\(type(of: error))")
    }
  }
}

/// Checks that a handler is called exactly once.
private final class CallCheck: Sendable {
  private let record: Record
  private let round: Round
  private let calls = Tally()
  private let id: LiveObjects.ID

  init(of record: Record, in round: Round) {
    self.record = record
    self.round = round
    id = round.liveObjects.add { "an observer of \(record.title)" }
  }

  deinit {
    if calls.count == 0 { round.fail("an observer was never called: \(record.title)") }
    round.liveObjects.remove(id)
  }

  func handle() {
    if calls.up() > 1 { round.fail("an observer was called twice: \(record.title)") }
  }
}
