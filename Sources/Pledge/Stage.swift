public import PledgeCore

// The primitive that every operator is built on: deriving a promise with a handler.

extension Future {
  /// Derives a promise with `handler`, which runs on the thread that settles this promise.
  @inlinable
  final func stage<R: StageHandler>(_ handler: R) -> Promise<R.Output> where R.Input == Value {
    let instrumentation = InstrumentationFlags.current
    if instrumentation.includeAny(of: .taskLocals) { return boundStage(handler, instrumentation) }
    guard !instrumentation.includeAny(of: .events), let nesting = beginAtOnce() else {
      return registeredStage(handler, instrumentation)
    }
    defer { nesting.leave() }
    // The value is known, so the handler runs now. Only following another promise takes a stage.
    do {
      switch try handler.resolve(with: .success(knownValue), from: self) {
      case .value(let value):
        return Promise(fulfilledWith: value, at: site)
      case .follow(let inner):
        if let promise = inner.replacement(as: Promise<R.Output>.self) { return promise }
        return Promise(following: inner, at: site, by: R.operatorID) {
          Cell<R.Output>.forwardEntryPoint($0, $1, R.operatorID)
        }
      case .error(let error):
        return Promise(rejectedWith: error, at: site, by: R.operatorID)
      }
    } catch {
      return Promise(rejectedWith: error, at: site, by: R.operatorID)
    }
  }

  /// Derives a promise with `handler`, which runs on `context`.
  @inlinable
  final func stage<R: StageHandler, Context: ExecutionContext>(
    _ handler: R,
    on context: Context
  ) -> Promise<R.Output> where R.Input == Value {
    if context is ImmediateContext { return stage(handler) }
    return stage(handler, by: ContextExecutor(context: context))
  }

  /// Derives a promise with `handler`, which runs on the main actor and may assume its isolation.
  @usableFromInline
  final func stage<R: StageHandler>(
    _ handler: R,
    on _: MainActor
  ) -> Promise<R.Output> where R.Input == Value {
    guard MainActorExecutor.isOpen(for: self), canDeliverAtOnce else {
      return stage(handler, by: MainActorExecutor())
    }
    let instrumentation = InstrumentationFlags.current
    let inline =
      instrumentation.includeAny(of: .taskLocals)
      ? boundInline(handler) : Promise<R.Output>(of: self, handler)
    if instrumentation.includeAny(of: .events) {
      Instrumentation.wasChained(inline, to: self, on: MainActorExecutor().name)
    }
    deliver(to: inline)
    return inline
  }

  /// Derives a promise with `handler`, which runs on `executor`.
  @inlinable
  final func stage<R: StageHandler, C: StageExecutor>(
    _ handler: R,
    by executor: C
  ) -> Promise<R.Output> where R.Input == Value {
    let instrumentation = InstrumentationFlags.current
    if instrumentation.includeAny(of: .taskLocals) {
      return boundStage(handler, by: executor, instrumentation)
    }
    return registeredStage(handler, by: executor, instrumentation)
  }

  /// Derives a promise by registering a stage, even if this promise is already settled.
  @inlinable @inline(__always)
  final func registeredStage<R: StageHandler>(
    _ handler: R,
    _ instrumentation: InstrumentationFlags
  ) -> Promise<R.Output> where R.Input == Value {
    let stage = Promise<R.Output>(of: self, handler)
    if instrumentation.includeAny(of: .events) { Instrumentation.wasChained(stage, to: self) }
    consume(by: stage)
    return stage
  }

  @inlinable @inline(__always)
  final func registeredStage<R: StageHandler, C: StageExecutor>(
    _ handler: R,
    by executor: C,
    _ instrumentation: InstrumentationFlags
  ) -> Promise<R.Output> where R.Input == Value {
    let stage = Promise<R.Output>(of: self, handler, on: executor)
    if instrumentation.includeAny(of: .events) {
      Instrumentation.wasChained(stage, to: self, on: executor.name)
    }
    consume(by: stage)
    return stage
  }

  // What binds task-local values is not specialized, which would double the size of each stage.

  /// Derives a promise whose handler runs with the captured task-local values.
  @_semantics("optimize.sil.specialize.generic.never") @usableFromInline @inline(never)
  final func boundStage<R: StageHandler>(
    _ handler: R,
    _ instrumentation: InstrumentationFlags
  ) -> Promise<R.Output> where R.Input == Value {
    registeredStage(Bound(handler), instrumentation)
  }

  @_semantics("optimize.sil.specialize.generic.never") @usableFromInline @inline(never)
  final func boundStage<R: StageHandler, C: StageExecutor>(
    _ handler: R,
    by executor: C,
    _ instrumentation: InstrumentationFlags
  ) -> Promise<R.Output> where R.Input == Value {
    registeredStage(Bound(handler), by: executor, instrumentation)
  }

  /// Same as ``boundStage(_:_:)``, but does not register the stage.
  @_semantics("optimize.sil.specialize.generic.never") @inline(never)
  private final func boundInline<R: StageHandler>(
    _ handler: R
  ) -> Promise<R.Output> where R.Input == Value {
    Promise(of: self, Bound(handler))
  }
}
