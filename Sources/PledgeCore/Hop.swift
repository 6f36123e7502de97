/// Running a handler elsewhere: the stage waits on a context, and can leave while it does.
@usableFromInline package protocol StageExecutor: Sendable {
  /// Brings `work` to the context, where it runs once, now or later.
  ///
  /// - Parameters:
  ///   - work: What to run.
  ///   - source: The promise whose handler it is, if it is one.
  func enqueue(_ work: @escaping @Sendable () -> Void, from source: Node?)

  /// What the context is called, for observers.
  var name: String { get }
}

/// A handler and where it has to run.
@frozen @usableFromInline package struct Hopping<R: StageHandler, C: StageExecutor>: Sendable {
  @usableFromInline let handler: R
  @usableFromInline let executor: C

  @inlinable init(_ handler: R, _ executor: C) {
    self.handler = handler
    self.executor = executor
  }
}

extension Cell {
  /// Creates a stage of `source` whose handler runs where `executor` brings it.
  @inlinable
  package convenience init<R: StageHandler, C: StageExecutor>(
    of source: Node,
    _ handler: R,
    on executor: C
  )
  where R.Output == Value {
    self.init(
      state: 0,
      upstream: source.address | Upstream.dependent,
      site: source.site,
      operatorID: R.operatorID,
      entryPoint: { Cell<Value>.hopEntryPoint($0, $1, R.self, C.self) }
    )
    put(Hopping(handler, executor))
  }

  /// The step of a stage whose handler has not been sent off yet.
  @inlinable
  static func hopEntryPoint<R: StageHandler, C: StageExecutor>(
    _ stage: Node,
    _ operation: NodeOperation,
    _: R.Type,
    _: C.Type
  ) -> Disposition where R.Output == Value {
    switch operation {
    case .resolve(with: let source):
      let hopping = stage.take(Hopping<R, C>.self)
      guard source.concerns(R.interest) else { return stage.run(hopping.handler, with: source) }
      return send(stage, hopping, source)
    case .dropHandler:
      return sendDeferredCleanup(of: stage.take(Hopping<R, C>.self), stage)
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.operatorID)
    }
  }

  /// Sends the handler to its context.
  ///
  /// The stage does not keep the carrier: a context that goes with its work takes the job along.
  @inlinable
  static func send<R: StageHandler, C: StageExecutor>(
    _ stage: Node,
    _ hopping: Hopping<R, C>,
    _ source: Node
  ) -> Disposition where R.Output == Value {
    let cleanup: (any WaitingCleanup)?
    if R.hasDeferredCleanup {
      let waiting = WaitingStageHandler(hopping.handler)
      stage.put(waiting)
      unsafe stage.entryPoint = { Cell<Value>.waitingEntryPoint($0, $1, R.self) }
      cleanup = waiting
    } else {
      stage.put(hopping.handler)
      unsafe stage.entryPoint = { Cell<Value>.handlerEntryPoint($0, $1, R.self) }
      cleanup = nil
    }
    let job = stage.wait(toRunWith: source, cleanup)
    hopping.executor.enqueue({ job.run() }, from: source)
    return .nothing
  }

  @inlinable
  static func sendDeferredCleanup<R: StageHandler, C: StageExecutor>(
    of hopping: Hopping<R, C>,
    _ stage: Node
  ) -> Disposition {
    guard let cleanup = hopping.handler.deferredCleanup() else { return .nothing }
    stage.put(
      Cleanup {
        let cleanup = SentCleanup(cleanup)
        hopping.executor.enqueue({ cleanup.run() }, from: nil)
      }
    )
    return .fulfilled
  }

  /// The step of a stage whose handler, which has cleanup, is on its way to its context.
  ///
  /// If the stage is settled otherwise, it leaves the cleanup to the job.
  @inlinable
  static func waitingEntryPoint<R: StageHandler>(
    _ stage: Node,
    _ operation: NodeOperation,
    _: R.Type
  ) -> Disposition
  where R.Output == Value {
    switch operation {
    case .resolve(with: let source):
      return stage.run(stage.take(WaitingStageHandler<R>.self).take(), with: source)
    case .dropHandler:
      stage.take(WaitingStageHandler<R>.self).releaseHandler()
      return .nothing
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.operatorID)
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
    stage.breakPromise()
    cleanup?.cleanUp()
  }

  /// Runs the handler or, if the stage is settled otherwise, its cleanup; once.
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
    let disposition = unsafe stage.entryPoint(stage, .resolve(with: source))
    if disposition.isOutcome { stage.settle(disposition, honorsDiscardRequest: true) }
    nesting.leave()
  }
}
