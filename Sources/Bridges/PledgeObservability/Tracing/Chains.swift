#if Tracing
import Pledge
import Tracing

/// Which promise belongs to which chain, and which chains have a promise without an outcome.
///
/// What is to be done with spans is said, not done: it is done without the lock that this is kept
/// under, and so is the release of whatever users made.
struct Chains {
  typealias ID = UInt64

  /// What to do without the lock.
  struct Step {
    /// Start the span of this chain below this context.
    var start: (chain: ID, parent: ServiceContext)?
    /// End the span of this chain.
    var end: Chain?
    /// What was forgotten, to be released.
    fileprivate var ended: Ended?
    fileprivate var failure: Chain.Failure?
  }

  /// What is remembered of a chain that has ended.
  fileprivate struct Ended {
    let parent: ServiceContext
    let span: ServiceContext
  }

  private struct Member {
    let chain: ID
    var isFollowed = false
  }

  private var lastID: ID = 0
  private var chains: [ID: Chain] = [:]
  private var pending: [PromiseID: Member] = [:]
  /// The chains of promises that have an outcome, and of those that were heard of and not yet seen.
  private var settled: Recent<PromiseID, ID>
  private var ended: Recent<ID, Ended>

  init(remembered: Int) {
    settled = Recent(limit: remembered)
    ended = Recent(limit: remembered)
  }

  /// Takes note of a promise that starts a chain, unless a stage after it was seen earlier.
  mutating func create(_ promise: PromiseID, _ operator: String, in context: ServiceContext) -> Step
  {
    guard pending[promise] == nil else { return Step() }
    var step = Step()
    join(chain(of: promise), promise, `operator`, in: context, &step)
    return step
  }

  /// Takes note of a stage.
  mutating func chain(
    _ promise: PromiseID,
    to source: PromiseID,
    _ operator: String,
    in context: ServiceContext
  ) -> Step {
    guard pending[promise] == nil else { return Step() }
    var step = Step()
    let chain = chain(of: source)
    join(chain, promise, `operator`, in: context, &step)
    if let chain { step.failure = chains[chain]?.passOn(source) }
    if pending[source] != nil {
      pending[source]?.isFollowed = true
    } else if let started = step.start?.chain {
      // It was made before this was installed, or its own event is overtaken by this one.
      _ = settled.insert(started, for: source)
    }
    return step
  }

  /// Takes note of an outcome.
  mutating func settle(_ promise: PromiseID, _ outcome: PromiseEvent.Outcome) -> Step {
    guard let member = pending[promise] else { return Step() }
    if !member.isFollowed {
      chains[member.chain]?.outcome = outcome.name
      switch outcome {
      case .fulfilled, .discarded: break
      case .rejected(let error): chains[member.chain]?.fail(promise, error)
      case .broken: chains[member.chain]?.fail(promise, nil)
      }
    }
    return leave(promise)
  }

  /// Takes note of a promise that is out of its chain, which what is chained to it stays in.
  mutating func leave(_ promise: PromiseID) -> Step {
    guard let member = pending.removeValue(forKey: promise) else { return Step() }
    _ = settled.insert(member.chain, for: promise)
    chains[member.chain]?.pending -= 1
    return endIfDone(member.chain)
  }

  /// Takes note of a rejection that nobody heard, if its chain has not ended.
  mutating func report(_ promise: PromiseID, _ error: any Error) {
    chain(of: promise).map { chains[$0]?.fail(promise, error) }
  }

  /// Takes note of a promise that waits for one of another chain.
  mutating func wait(_ promise: PromiseID, for other: PromiseID) {
    guard let chain = chain(of: promise), let source = self.chain(of: other), chain != source,
      let context = chains[source]?.started?.context ?? ended[source]?.span
    else { return }
    chains[chain]?.link(to: source, context)
  }

  /// Keeps the span of a chain, which was told to be started.
  mutating func start(_ chain: ID, _ started: Chain.Started) -> Step {
    chains[chain]?.started = started
    return endIfDone(chain)
  }

  /// Has every chain end that has not.
  mutating func endAll() -> [Step] {
    for (promise, member) in pending { _ = settled.insert(member.chain, for: promise) }
    pending = [:]
    return chains.keys.sorted().map { chain in
      chains[chain]?.pending = 0
      chains[chain]?.outcome = "pending"
      return endIfDone(chain)
    }
  }

  private func chain(of promise: PromiseID) -> ID? { pending[promise]?.chain ?? settled[promise] }

  /// Has `promise` belong to `chain`, or to a new one beside it if it has ended.
  private mutating func join(
    _ chain: ID?,
    _ promise: PromiseID,
    _ operator: String,
    in context: ServiceContext,
    _ step: inout Step
  ) {
    if let chain, chains[chain] != nil {
      chains[chain]?.add(`operator`)
      pending[promise] = Member(chain: chain)
      return
    }
    lastID += 1
    let before = chain.flatMap { ended[$0] }
    var started = Chain(parent: before?.parent ?? context)
    started.add(`operator`)
    if let chain, let before { started.link(to: chain, before.span) }
    chains[lastID] = started
    pending[promise] = Member(chain: lastID)
    step.start = (lastID, started.parent)
  }

  /// Takes a chain out that has no pending promise, once its span is there.
  private mutating func endIfDone(_ chain: ID) -> Step {
    guard let done = chains[chain], done.pending == 0, let started = done.started else {
      return Step()
    }
    chains[chain] = nil
    var step = Step(end: done)
    step.ended = ended.insert(Ended(parent: done.parent, span: started.context), for: chain)
    return step
  }
}
#endif
