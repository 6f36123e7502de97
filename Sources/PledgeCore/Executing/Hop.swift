/// A context that runs the handlers of stages; a stage can detach while it waits for its context.
@usableFromInline package protocol StageExecutor: Sendable {
  /// Enqueues `work` on the context, where it runs once, now or later.
  ///
  /// - Parameters:
  ///   - work: The work to run.
  ///   - source: The promise whose outcome `work` handles; `nil` for cleanup.
  func enqueue(_ work: @escaping @Sendable () -> Void, from source: Node?)

  /// The name of the context, for events.
  var name: String { get }

  /// The object that identifies the context, so that one of its jobs can run the handlers of
  /// consecutive stages; `nil` if each handler needs its own job.
  var identity: AnyObject? { get }
}

/// A handler and the executor that runs it.
@frozen @usableFromInline package struct Hopping<R: StageHandler, C: StageExecutor>: Sendable {
  @usableFromInline let handler: R
  @usableFromInline let executor: C

  @inlinable init(_ handler: R, _ executor: C) {
    self.handler = handler
    self.executor = executor
  }
}

extension Cell {
  /// Creates a stage of `source` whose handler runs on `executor`.
  @inlinable
  package convenience init<R: StageHandler, C: StageExecutor>(
    of source: Node,
    _ handler: R,
    on executor: C
  )
  where R.Output == Value {
    self.init(
      state: .pending,
      upstream: .stage(of: source.address),
      site: source.site,
      operatorID: R.operatorID,
      entryPoint: { Cell<Value>.hopEntryPoint($0, $1, R.self, C.self) }
    )
    put(Hopping(handler, executor))
  }

  /// The entry point of a stage whose handler has not been enqueued yet.
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
    case .dropValue, .identify:
      return performed(operation, on: stage, R.operatorID)
    case .locate:
      let executor = unsafe stage.payload(as: Hopping<R, C>.self).pointee.executor
      guard stage.isConcerned(R.interest), let identity = executor.identity else { return .nothing }
      return .located(on: ObjectIdentifier(identity))
    case .elideHop:
      stage.put(stage.take(Hopping<R, C>.self).handler)
      unsafe stage.entryPoint = { Cell<Value>.handlerEntryPoint($0, $1, R.self) }
      return .nothing
    }
  }

  /// Enqueues the handler on its executor.
  ///
  /// The stage does not retain the executor, so a context that is released with its work also
  /// releases the job.
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
    let job = Job(stage: stage, source: source, cleanup: cleanup, on: hopping.executor.identity)
    stage.waitForJob()
    hopping.executor.enqueue({ job.run() }, from: source)
    return .nothing
  }

  @inlinable
  static func sendDeferredCleanup<R: StageHandler, C: StageExecutor>(
    of hopping: Hopping<R, C>,
    _ stage: Node
  ) -> Disposition {
    guard let cleanup = hopping.handler.deferredCleanup() else { return .nothing }
    stage.reportJob()
    stage.put(cleanup.sent { hopping.executor.enqueue($0, from: nil) })
    return .fulfilled
  }

  /// The entry point of a stage whose handler has cleanup and has been enqueued.
  ///
  /// If the stage is settled otherwise, the job runs the cleanup.
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
      guard let end = stage.take(WaitingStageHandler<R>.self).releaseHandler() else {
        return .nothing
      }
      stage.put(end)
      return .fulfilled
    case .dropValue, .identify, .locate, .elideHop:
      return performed(operation, on: stage, R.operatorID)
    }
  }
}

extension Node {
  @inlinable @inline(__always) final func concerns(_ interest: Interest) -> Bool {
    switch interest {
    case .both: true
    case .values: !state.loadRelaxed().isRejected
    case .errors: state.loadRelaxed().isRejected
    }
  }

  /// Whether the outcome of the source, which is being delivered to this node, concerns its
  /// handler.
  @usableFromInline final func isConcerned(_ interest: Interest) -> Bool {
    let source = upstream.loadRelaxed().source
    return source != 0 && Node.at(source).concerns(interest)
  }

  /// Gives the claim back until the job runs, so that until then the stage can detach like any
  /// other.
  ///
  /// If a discard has been requested, the stage is discarded now, and its job only cleans up.
  @usableFromInline @inline(never) final func waitForJob() {
    if InstrumentationFlags.current.includeAny(of: .jobs) { reportJob() }
    upstream.removeAcquiringAndReleasing(.anySource)
    if !unclaim() { Node.discardClaimed(self, nil) }
  }
}
