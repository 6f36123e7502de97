/// Running a reaction elsewhere: the stage waits on a context, and can leave while it does.
@usableFromInline package protocol Carrier: Sendable {
  /// Brings `work` to the context, where it runs once, now or later.
  ///
  /// - Parameters:
  ///   - work: What to run.
  ///   - source: The promise whose handler it is, if it is one.
  func carry(_ work: @escaping @Sendable () -> Void, from source: Node?)
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
    guard case .react(to: let source) = duty, source.concerns(R.interest) else {
      return arrivedStep(stage, duty, R.self, C.self)
    }
    unsafe stage.step = { Cell<Value>.arrivedStep($0, $1, R.self, C.self) }
    let carrier = unsafe stage.payload(as: Hopping<R, C>.self).pointee.carrier
    if let job = stage.wait(toRunWith: source) { carrier.carry({ job.run() }, from: source) }
    return .nothing
  }

  /// The step of a stage whose reaction is where it has to run.
  @inlinable
  static func arrivedStep<R: Reaction, C: Carrier>(
    _ stage: Node,
    _ duty: Duty,
    _: R.Type,
    _: C.Type
  ) -> Verdict where R.Output == Value {
    switch duty {
    case .react(to: let source):
      return stage.react(stage.take(Hopping<R, C>.self).reaction, to: source)
    case .dropReaction:
      let hopping = stage.take(Hopping<R, C>.self)
      guard let will = hopping.reaction.lastWill() else { return .nothing }
      stage.put(
        Cleanup {
          let errand = Errand(will)
          hopping.carrier.carry({ errand.run() }, from: nil)
        }
      )
      return .fulfilled
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
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
  /// - Returns: `nil` if it has been doomed, and is discarded now.
  @usableFromInline @inline(never) final func wait(toRunWith source: Node) -> Job? {
    upstream.removeAcquiringAndReleasing(Upstream.pointer)
    let job = Job(stage: self, source: source)
    if unclaim() { return job }
    job.isDone = true
    Node.discardClaimed(self)
    return nil
  }
}

/// A stage on its way to a context, with the outcome it is for.
@usableFromInline final class Job: @unchecked Sendable {
  private let stage: Node
  private let source: Node
  // Written by whoever runs the job and has the claim, read when nobody else refers to it.
  fileprivate var isDone = false

  fileprivate init(stage: Node, source: Node) {
    self.stage = stage
    self.source = source
  }

  deinit {
    if !isDone { stage.abandon() }
  }

  /// Runs the reaction, unless the stage has left or the job has run.
  ///
  /// Any thread.
  @usableFromInline func run() {
    guard stage.claim() else { return }
    isDone = true
    let nesting = Nesting()
    nesting.enter()
    let verdict = unsafe stage.step(stage, .react(to: source))
    if verdict != .nothing { stage.settle(verdict, honoursDoom: true) }
    nesting.leave()
  }
}

/// Work that runs once, on its context or, if that drops it, where it is dropped.
@usableFromInline final class Errand: Sendable {
  private let cleanup: Locked<Cleanup?>

  @usableFromInline init(_ cleanup: Cleanup) {
    self.cleanup = Locked(cleanup)
  }

  deinit {
    run()
  }

  @usableFromInline func run() {
    cleanup.withLock { cleanup in
      defer { cleanup = nil }
      return cleanup
    }?.run()
  }
}
