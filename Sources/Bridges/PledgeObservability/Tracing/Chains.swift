#if Tracing
import Pledge
import PledgeSupport
import Tracing

/// The chains with pending promises, and the chain of each promise.
///
/// Methods return the actions to perform on spans, and the user's objects to release, so that the
/// caller does both without the lock.
struct Chains {
  typealias ID = UInt64

  /// The actions to perform without the lock.
  struct Step {
    /// The chain whose span to start, and its parent context.
    var start: (chain: ID, parent: ServiceContext)?
    /// The chain whose span to end.
    var end: Chain?
    /// Removed objects, to be released.
    fileprivate var ended: Ended?
    fileprivate var failure: Chain.Failure?
  }

  /// The remembered data of a chain that has ended.
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
  /// The chains of settled promises, and of promises that are known only as the source of a stage.
  private var settled: Recent<PromiseID, ID>
  private var ended: Recent<ID, Ended>

  init(remembered: Int) {
    settled = Recent(limit: remembered)
    ended = Recent(limit: remembered)
  }

  /// Records a promise that starts a chain, unless a stage derived from it was seen earlier.
  mutating func create(_ promise: PromiseID, _ operator: String, in context: ServiceContext) -> Step
  {
    guard pending[promise] == nil else { return Step() }
    var step = Step()
    join(chain(of: promise), promise, `operator`, in: context, &step)
    return step
  }

  /// Records a stage.
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
    } else if let newChain = step.start?.chain {
      // The source was created before the installation, or its own event is processed later than
      // this one.
      _ = settled.insert(newChain, for: source)
    }
    return step
  }

  /// Records a settlement.
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
    return remove(promise)
  }

  /// Removes a promise from the pending ones; stages derived from it later still belong to its
  /// chain.
  mutating func remove(_ promise: PromiseID) -> Step {
    guard let member = pending.removeValue(forKey: promise) else { return Step() }
    pending.shrinkIfSparse()
    _ = settled.insert(member.chain, for: promise)
    chains[member.chain]?.pending -= 1
    return endIfDone(member.chain)
  }

  /// Records an unhandled rejection, unless its chain has ended.
  mutating func report(_ promise: PromiseID, _ error: any Error) {
    chain(of: promise).map { chains[$0]?.fail(promise, error) }
  }

  /// Records a label, unless the chain of the promise has ended.
  mutating func label(_ promise: PromiseID, _ label: String) {
    chain(of: promise).map { chains[$0]?.add(label, of: promise) }
  }

  /// Records that a promise waits for a promise of another chain.
  mutating func wait(_ promise: PromiseID, for other: PromiseID) {
    guard let chain = chain(of: promise), let source = self.chain(of: other), chain != source,
      let context = chains[source]?.started?.context ?? ended[source]?.span
    else { return }
    chains[chain]?.link(to: source, context)
  }

  /// Stores the span of a chain, which an earlier step requested.
  mutating func start(_ chain: ID, _ started: Chain.Started) -> Step {
    chains[chain]?.started = started
    return endIfDone(chain)
  }

  /// Ends all chains that have not ended.
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

  /// Adds `promise` to `chain`, or to a new chain if there is none or it has ended; the new chain
  /// has a link to the ended one.
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
    var newChain = Chain(parent: before?.parent ?? context)
    newChain.add(`operator`)
    if let chain, let before { newChain.link(to: chain, before.span) }
    chains[lastID] = newChain
    pending[promise] = Member(chain: lastID)
    step.start = (lastID, newChain.parent)
  }

  /// Removes a chain without pending promises, once its span exists.
  private mutating func endIfDone(_ chain: ID) -> Step {
    guard let done = chains[chain], done.pending == 0, let started = done.started else {
      return Step()
    }
    chains[chain] = nil
    chains.shrinkIfSparse()
    var step = Step(end: done)
    step.ended = ended.insert(Ended(parent: done.parent, span: started.context), for: chain)
    return step
  }
}
#endif
