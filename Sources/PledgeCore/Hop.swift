/// Running a reaction elsewhere: the stage waits on a context, and can leave while it does.
@usableFromInline package protocol Carrier: Sendable {
  /// Brings `work` to the context, where it runs once, now or later.
  ///
  /// - Parameters:
  ///   - work: What to run.
  ///   - source: The promise whose handler it is, if it is one.
  func carry(_ work: @escaping @Sendable () -> Void, from source: Node?)

  /// What the context is called, for observers.
  var name: String { get }
}

/// A reaction and where it has to run.
@frozen @usableFromInline package struct Hopping<R: Reaction, C: Carrier>: Sendable {
  @usableFromInline let reaction: R
  @usableFromInline let carrier: C

  @inlinable init(_ reaction: R, _ carrier: C) {
    self.reaction = reaction
    self.carrier = carrier
  }
}

extension Cell {
  /// Creates a stage of `source` whose reaction runs where `carrier` brings it.
  @inlinable
  package convenience init<R: Reaction, C: Carrier>(of source: Node, _ reaction: R, on carrier: C)
  where R.Output == Value {
    self.init(
      state: 0,
      upstream: source.address | Upstream.dependent,
      site: source.site,
      verb: R.verb,
      step: { Cell<Value>.hopStep($0, $1, R.self, C.self) }
    )
    put(Hopping(reaction, carrier))
  }

  /// The step of a stage whose reaction has not been sent off yet.
  @inlinable
  static func hopStep<R: Reaction, C: Carrier>(
    _ stage: Node,
    _ duty: Duty,
    _: R.Type,
    _: C.Type
  ) -> Verdict where R.Output == Value {
    switch duty {
    case .react(to: let source):
      let hopping = stage.take(Hopping<R, C>.self)
      guard source.concerns(R.interest) else { return stage.react(hopping.reaction, to: source) }
      return send(stage, hopping, source)
    case .dropReaction:
      return sendWill(of: stage.take(Hopping<R, C>.self), stage)
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.verb)
    }
  }

  /// Sends the reaction to its context.
  ///
  /// The stage does not keep the carrier: a context that goes with its work takes the job along.
  @inlinable
  static func send<R: Reaction, C: Carrier>(
    _ stage: Node,
    _ hopping: Hopping<R, C>,
    _ source: Node
  ) -> Verdict where R.Output == Value {
    let cleanup: (any WaitingCleanup)?
    if R.hasWill {
      let waiting = WaitingReaction(hopping.reaction)
      stage.put(waiting)
      unsafe stage.step = { Cell<Value>.waitingStep($0, $1, R.self) }
      cleanup = waiting
    } else {
      stage.put(hopping.reaction)
      unsafe stage.step = { Cell<Value>.reactStep($0, $1, R.self) }
      cleanup = nil
    }
    let job = stage.wait(toRunWith: source, cleanup)
    hopping.carrier.carry({ job.run() }, from: source)
    return .nothing
  }

  @inlinable
  static func sendWill<R: Reaction, C: Carrier>(of hopping: Hopping<R, C>, _ stage: Node) -> Verdict
  {
    guard let will = hopping.reaction.lastWill() else { return .nothing }
    stage.put(
      Cleanup {
        let cleanup = SentCleanup(will)
        hopping.carrier.carry({ cleanup.run() }, from: nil)
      }
    )
    return .fulfilled
  }

  /// The step of a stage whose reaction, which has cleanup, is on its way to its context.
  ///
  /// If the stage is settled otherwise, it leaves the cleanup to the job.
  @inlinable
  static func waitingStep<R: Reaction>(_ stage: Node, _ duty: Duty, _: R.Type) -> Verdict
  where R.Output == Value {
    switch duty {
    case .react(to: let source):
      return stage.react(stage.take(WaitingReaction<R>.self).take(), to: source)
    case .dropReaction:
      stage.take(WaitingReaction<R>.self).releaseHandler()
      return .nothing
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.verb)
    }
  }
}

extension Node {
  @inlinable @inline(__always) final func concerns(_ interest: Interest) -> Bool {
    switch interest {
    case .both: true
    case .values: state.loadRelaxed() & State.rejected == 0
    case .errors: state.loadRelaxed() & State.rejected != 0
    }
  }

  /// Gives the claim back until the job runs: meanwhile the stage can leave like any other.
  ///
  /// If it has been doomed, it is discarded now, and the job finds that it has nothing to do but to
  /// clean up.
  @usableFromInline @inline(never)
  final func wait(toRunWith source: Node, _ cleanup: (any WaitingCleanup)?) -> Job {
    upstream.removeAcquiringAndReleasing(Upstream.pointer)
    let job = Job(stage: self, source: source, cleanup: cleanup)
    if !unclaim() { Node.discardClaimed(self) }
    return job
  }
}

/// A stage on its way to a context, with the outcome it is for.
@usableFromInline final class Job: Sendable {
  private let stage: Node
  private let source: Node
  private let cleanup: (any WaitingCleanup)?
  // The claim would not do: a stage whose handler has returned a pending promise has none.
  private let isFirst = Once()

  fileprivate init(stage: Node, source: Node, cleanup: (any WaitingCleanup)?) {
    self.stage = stage
    self.source = source
    self.cleanup = cleanup
  }

  deinit {
    guard isFirst() else { return }
    stage.abandon()
    cleanup?.cleanUp()
  }

  /// Runs the reaction or, if the stage is settled otherwise, its cleanup; once.
  ///
  /// Any thread.
  @usableFromInline func run() {
    guard isFirst() else { return }
    guard stage.claim() else {
      cleanup?.cleanUp()
      return
    }
    let nesting = Nesting()
    nesting.enter()
    let verdict = unsafe stage.step(stage, .react(to: source))
    if verdict.isOutcome { stage.settle(verdict, honoursDoom: true) }
    nesting.leave()
  }
}
