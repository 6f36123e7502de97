/// A promise of the reference model: what the specification says, in the plainest words, for one
/// thread.
///
/// References mean what they mean in the library: a promise holds its consumers, nothing holds what
/// it waits for, and one that nobody holds any more goes. Where the specification leaves an order
/// open, the model does as the library does: settling serves the consumers of a promise one after
/// the other and then theirs, breadth first.
final class ModelPromise: @unchecked Sendable {
  typealias Outcome = Result<Int, any Error>

  enum State {
    case pending
    /// Its own handler runs, and `isDiscardRequested` says that somebody has discarded it meanwhile (6.4).
    case running(isDiscardRequested: Bool)
    /// Nobody else can settle it any more (6.1.6), and nobody has heard yet.
    case ending
    case settled(Outcome)
  }

  /// What a handler does with the outcome of its source.
  enum Reply {
    case settle(Outcome)
    case follow(ModelPromise)
    case send(ModelJob, to: ModelContext)
    /// It was a mere registration; one that is deaf has not heard of a rejection.
    case nothing(isIgnored: Bool)
  }

  typealias Reaction = (Outcome) throws -> Reply

  /// Where the chain was started.
  let line: UInt
  var state = State.pending
  /// What it waits for.
  weak var source: ModelPromise?
  var reaction: Reaction?
  /// What has to run if this is settled otherwise than by its handler (9.1).
  var will: (() -> Void)?
  /// Who waits for it, oldest first.
  var consumers: [ModelPromise] = []
  /// Registrations with other promises that end when this is settled.
  var ties: [ModelPromise] = []
  /// More of them, which come and go by themselves.
  var moreTies: () -> [ModelPromise] = { [] }
  /// Whether it may settle although some of what it waits for never does.
  var hasAlternatives = false
  /// The place in a queue of the operation that it stands for.
  var slot: (queue: ModelQueue, operation: Int)?
  /// What stops its work.
  var stops: [() -> Void] = []
  /// What starts its work when the first consumer comes.
  var start: ((ModelPromise) -> Void)?
  /// Somebody serves its consumers, so who registers joins the end (3.2.3).
  var isServing = false
  /// Discarded when the last consumer leaves (6.3.5, 6.3.7).
  var endsWithConsumers: Bool
  var isShared = false
  /// Made by no owner: nobody settles or discards it by hand.
  var isLazy = false
  /// Somebody could see the error (8.2), or nobody has to.
  var isHandled = false
  /// A rejection that goes on from here need not be heard (8.2.4).
  let marksHandled: Bool

  init(line: UInt, endsWithConsumers: Bool = false, marksHandled: Bool = false) {
    self.line = line
    self.endsWithConsumers = endsWithConsumers
    self.marksHandled = marksHandled
  }

  deinit {
    switch state {
    case .settled(.failure(let error)) where !isHandled: Ledger.report(error)
    case .settled: break
    case .pending, .running, .ending: bequeath()
    }
  }
}

// MARK: - Settling

extension ModelPromise {
  /// Settles by hand (2.2): work above stops, then clean-up runs, then handlers hear (6.3.14).
  @discardableResult
  func settle(_ outcome: Outcome, isHandled: Bool = false) -> Bool {
    guard case .pending = state else { return false }
    // A plain root has no work above; what it is chained after it leaves once it is settled.
    if endsWithConsumers || source != nil {
      state = .ending
      detach()
    }
    publishAndServe(outcome, isHandled: isHandled)
    return true
  }

  func publishAndServe(_ outcome: Outcome, isHandled: Bool) {
    if publish(outcome, isHandled: isHandled) { serveConsumers() }
  }

  /// Makes the outcome visible.
  ///
  /// - Returns: Whether there are consumers to be served; who registers meanwhile joins them.
  func publish(_ outcome: Outcome, isHandled: Bool) -> Bool {
    if case .running(isDiscardRequested: true) = state {
      state = .settled(.failure(Discarding.error))
      self.isHandled = true
    } else {
      state = .settled(outcome)
      self.isHandled = self.isHandled || isHandled
    }
    reaction = nil
    isServing = !consumers.isEmpty
    let (late, ties) = (stops, self.ties)
    (stops, self.ties) = ([], [])
    // Those that came when the discard had taken the others.
    if isDiscarded { for stop in late { stop() } }
    ModelPromise.depart(ties)
    return isServing
  }

  var isDiscarded: Bool {
    if case .settled(.failure(let error)) = state { Discarding.isDiscard(error) } else { false }
  }
}
