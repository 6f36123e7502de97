import Pledge

/// The observations of one promise of a program.
final class Record: Sendable {
  private struct State {
    weak var future: Future<Token>?
    var outcome: String?
    var isStopped = false
    var isWon = false
    var registrations = 0
    /// The priority of the work.
    var priority = 0
    /// The latest tracking handler that has started, by registering thread.
    var started: [UInt64: Int] = [:]
  }

  private let step: Step
  private let state = Guarded(State())
  private let round: Round

  init(_ step: Step, in round: Round) {
    self.step = step
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
    let call = Call(
      changed(step) { $0.handler = Handler($0.handler.number, $0.handler.answer) },
      1...1,
      in: round
    )
    let thread = Threads.current
    let number = state.with { state in
      state.registrations += 1
      return state.registrations
    }
    future.observe { [self] outcome in
      start(number, of: thread)
      call.run()
      note(outcome)
    }
  }

  private func start(_ number: Int, of thread: UInt64) {
    let last = state.with { $0.started.updateValue(number, forKey: thread) } ?? 0
    // A lazy promise starts its work within the first registration, and the work may register, too.
    if number < last, !Operator.allOperators[step.operation].isLazy {
      round.fail("handler \(number) started after handler \(last): \(title)")
    }
  }

  /// Checks an outcome against those seen before.
  func note(_ result: Result<Token, any Error>?) {
    guard let result else { return }
    let outcome =
      switch result {
      case .success(let token): "value \(token.number)"
      case .failure(let failure as Failure): "failure \(failure.token.number)"
      case .failure(let error): "\(type(of: error))"
      }
    let (known, isStopped) = state.with { state in
      if state.outcome == nil { state.outcome = outcome }
      return (state.outcome, state.isStopped)
    }
    if let known, known != outcome { round.fail("was \(known), and then \(outcome): \(title)") }
    if isStopped, outcome != Record.discarded { round.fail("stopped, then \(outcome): \(title)") }
  }

  /// Records that a resolver has settled the promise.
  func win() {
    if state.replace(\.isWon, by: true) { round.fail("settled twice: \(title)") }
  }

  /// Records that the work was told a priority: each has to be higher than the last.
  func raise(to priority: TaskPriority) {
    let new = Int(priority.rawValue)
    let last = state.replace(\.priority, by: new)
    if last >= new { round.fail("raised from \(last) to \(new): \(title)") }
  }

  /// The priority that the work was told; zero if it was told none, or if there is no work.
  var priority: Int { state.with { $0.priority } }

  /// Records a call of the promise's discard block.
  func stop() {
    let known = state.with { state in
      state.isStopped = true
      return state.outcome
    }
    if let known, known != Record.discarded { round.fail("was \(known), then stopped: \(title)") }
  }

  private static let discarded = "\(DiscardedError.self)"
}

/// The objects that are alive in a round.
final class LiveObjects: Sendable {
  typealias ID = Int

  private struct State {
    var last = 0
    var living: [ID: @Sendable () -> String] = [:]
  }

  private let state = Guarded(State())

  /// A number that changes whenever an object is created or released.
  var changeCount: Int { state.with { $0.last * 2 - $0.living.count } }

  var isEmpty: Bool { state.with { $0.living.isEmpty } }

  /// The descriptions of the living objects.
  var living: [String] {
    // Copied under the lock, because the sanitizer does not see that a dictionary is no longer
    // shared.
    state.with { $0.living.map { $0 } }.sorted { $0.key < $1.key }.map { $0.value() }
  }

  func add(_ title: @escaping @Sendable () -> String) -> ID {
    state.with { state in
      state.last += 1
      state.living[state.last] = title
      return state.last
    }
  }

  func remove(_ id: ID) {
    // Releases the closure after unlocking.
    _ = state.with { $0.living.removeValue(forKey: id) }
  }
}
