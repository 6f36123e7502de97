/// The handler of a stage: the part that distinguishes one operator from another.
///
/// A handler is stored inline in its stage, so one that consists of a closure costs no allocation.
/// It runs at most once, and is released when it has run or its stage is settled otherwise.
@usableFromInline package protocol StageHandler<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The operator that the handler belongs to.
  static var operatorID: OperatorID { get }

  /// The outcomes for which ``resolve(with:from:)`` runs user code; others need no hop to a
  /// context.
  static var interest: Interest { get }

  /// The recipient of the source's value; read only if that has to be disposed of otherwise.
  var recipient: Recipient { get }

  /// Whether a rejection of the stage counts as handled, so that it is not reported.
  static var marksHandled: Bool { get }

  /// Returns the resolution of the stage, given the outcome of `source`; a thrown error rejects the
  /// stage.
  func resolve(
    with outcome: Result<Input, any Error>,
    from source: Node
  ) throws -> Resolution<Output>

  /// Whether ``deferredCleanup()`` may return a cleanup.
  static var hasDeferredCleanup: Bool { get }

  /// Returns the cleanup that has to run even if the stage is settled otherwise.
  func deferredCleanup() -> Cleanup?
}

/// A handler that depends on the outcome alone.
@usableFromInline package protocol PlainStageHandler: StageHandler {
  // Again, because they are inferred from the method below.
  associatedtype Input
  associatedtype Output

  /// Returns the resolution of the stage; a thrown error rejects the stage.
  func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output>
}

extension PlainStageHandler {
  @inlinable @inline(__always)
  package func resolve(
    with outcome: Result<Input, any Error>,
    from _: Node
  ) throws -> Resolution<Output> {
    try resolve(with: outcome)
  }
}

extension StageHandler {
  @inlinable package static var interest: Interest { .values }
  @inlinable package var recipient: Recipient { Self.interest == .errors ? .derived : .handler }
  @inlinable package static var marksHandled: Bool { false }
  @inlinable package static var hasDeferredCleanup: Bool { false }
  @inlinable package func deferredCleanup() -> Cleanup? { nil }
}

/// The outcomes for which a handler runs user code.
@frozen @usableFromInline package enum Interest: Sendable {
  case values
  case errors
  case both
}

/// The recipient of a source's value.
@frozen @usableFromInline package enum Recipient: Sendable {
  /// The handler, that is, the user.
  case handler
  /// The handler, on behalf of an object that still exists.
  case object(any AnyObject & Sendable)
  /// The derived promise, to which the handler passes the value on.
  case derived
  /// A promise for a value that will be made of this one and others.
  case collection(Node)
  /// None: the handler drops the value.
  case nobody
}

/// The result of a handler.
@frozen @usableFromInline package enum Resolution<Output: Sendable> {
  /// The stage is fulfilled.
  case value(Output)
  /// The stage settles with the outcome of this promise.
  case follow(Cell<Output>)
  /// The stage is rejected with an error from its source; throwing the error would cost more.
  case error(any Error)
}

extension Resolution {
  /// Forwards the outcome of the source.
  @inlinable package init(_ outcome: Result<Output, any Error>) {
    switch outcome {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }
}

extension Cell {
  /// The entry point of a stage whose payload is a handler of type `R`.
  @inlinable
  static func handlerEntryPoint<R: StageHandler>(
    _ stage: Node,
    _ operation: NodeOperation,
    _: R.Type
  ) -> Disposition
  where R.Output == Value {
    switch operation {
    case .resolve(with: let source):
      return stage.run(stage.take(R.self), with: source)
    case .dropHandler:
      return stage.putDeferredCleanup(of: stage.take(R.self))
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.operatorID)
    case .locate, .elideHop:
      return .nothing
    }
  }

  /// The entry point of a stage that only forwards the outcome of its source, and of roots.
  @inlinable package static func forwardEntryPoint(
    _ stage: Node,
    _ operation: NodeOperation,
    _ operatorID: OperatorID
  ) -> Disposition {
    switch operation {
    case .resolve(with: let source):
      let found = source.state.loadRelaxed()
      if found.isRejectedOrDisposable {
        if found.isRejected { return stage.adoptError(of: source, operatorID) }
        stage.take(from: source, for: .derived)
      }
      stage.put(unsafe source.payload(as: Value.self).pointee)
      return .fulfilled
    case .dropHandler:
      return .nothing
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: operatorID)
    case .locate, .elideHop:
      return .nothing
    }
  }

  /// The entry point of a root that is identified as `promise`; one with a trivial value costs
  /// nothing to deinitialize.
  @inlinable @inline(__always) static var rootEntryPoint: EntryPoint {
    _isPOD(Value.self) && Node.fitsPayload(Value.self)
      ? Node.inert : { Cell<Value>.forwardEntryPoint($0, $1, .promise) }
  }

  /// The entry point of a root that is identified by its operator, if that is listed here.
  ///
  /// The closures are literals, because one that captured an identifier would cost an allocation.
  @inlinable @inline(__always)
  static func rootEntryPoint(of operatorID: OperatorID) -> EntryPoint {
    switch operatorID {
    case .alarm: { Cell<Value>.forwardEntryPoint($0, $1, .alarm) }
    case .all: { Cell<Value>.forwardEntryPoint($0, $1, .all) }
    case .allSettled: { Cell<Value>.forwardEntryPoint($0, $1, .allSettled) }
    case .any: { Cell<Value>.forwardEntryPoint($0, $1, .any) }
    case .batch: { Cell<Value>.forwardEntryPoint($0, $1, .batch) }
    case .body: { Cell<Value>.forwardEntryPoint($0, $1, .body) }
    case .cleanup: { Cell<Value>.forwardEntryPoint($0, $1, .cleanup) }
    case .elements: { Cell<Value>.forwardEntryPoint($0, $1, .elements) }
    case .find: { Cell<Value>.forwardEntryPoint($0, $1, .find) }
    case .flight: { Cell<Value>.forwardEntryPoint($0, $1, .flight) }
    case .fold: { Cell<Value>.forwardEntryPoint($0, $1, .fold) }
    case .hedge: { Cell<Value>.forwardEntryPoint($0, $1, .hedge) }
    case .lazyPromise: { Cell<Value>.forwardEntryPoint($0, $1, .lazyPromise) }
    case .members: { Cell<Value>.forwardEntryPoint($0, $1, .members) }
    case .poll: { Cell<Value>.forwardEntryPoint($0, $1, .poll) }
    case .queue: { Cell<Value>.forwardEntryPoint($0, $1, .queue) }
    case .race: { Cell<Value>.forwardEntryPoint($0, $1, .race) }
    case .retry: { Cell<Value>.forwardEntryPoint($0, $1, .retry) }
    case .step: { Cell<Value>.forwardEntryPoint($0, $1, .step) }
    case .task: { Cell<Value>.forwardEntryPoint($0, $1, .task) }
    case .timer: { Cell<Value>.forwardEntryPoint($0, $1, .timer) }
    case .turn: { Cell<Value>.forwardEntryPoint($0, $1, .turn) }
    default: rootEntryPoint
    }
  }

  /// Returns the outcome of a settled node: a value of this type, or the error of any node.
  @inlinable @inline(__always)
  static func outcome(of node: Node) -> Result<Value, any Error> {
    if node.state.loadRelaxed().isRejected { return .failure(node.knownError) }
    return .success(unsafe node.payload(as: Value.self).pointee)
  }
}

extension Node {
  /// Runs a handler and stores the outcome in the payload.
  ///
  /// Called only by the claimer.
  @inlinable @inline(__always)
  final func run<R: StageHandler>(_ handler: R, with source: Node) -> Disposition {
    let found = source.state.loadRelaxed()
    let outcome: Result<R.Input, any Error>
    // For a plain value, one test of both bits, as for its rejection alone.
    if found.isRejectedOrDisposable {
      if found.isRejected {
        outcome = .failure(source.knownError)
      } else {
        take(from: source, for: handler.recipient)
        outcome = .success(unsafe source.payload(as: R.Input.self).pointee)
      }
    } else {
      outcome = .success(unsafe source.payload(as: R.Input.self).pointee)
    }
    do {
      switch try handler.resolve(with: outcome, from: source) {
      case .value(let value):
        put(value)
        return .fulfilled
      case .follow(let inner):
        unsafe entryPoint = { Cell<R.Output>.forwardEntryPoint($0, $1, R.operatorID) }
        return follow(inner)
      case .error(let error):
        return putError(error, in: R.operatorID, of: source, marksHandled: R.marksHandled)
      }
    } catch {
      return putError(error, in: R.operatorID, of: source, marksHandled: R.marksHandled)
    }
  }

  /// Stores in the payload an error that comes from `source` or from the handler of its outcome.
  @usableFromInline
  final func putError(
    _ error: any Error,
    in operatorID: OperatorID,
    of source: Node,
    marksHandled: Bool
  ) -> Disposition {
    // A stage without a site is internal; one of an operator that starts chains is what the user
    // sees of an internal promise.
    let trail = source.trail
    if operatorID.startsChain, !operatorID.isInternal {
      putError(error, trail.passing(adopted: operatorID, of: source))
    } else {
      putError(error, site.isUnknown ? trail : trail.passing(operatorID))
    }
    return marksHandled ? .rejectedAndHandled : .rejected
  }

  /// Stores in the payload the error of the promise that the handler has returned.
  @usableFromInline final func adoptError(of inner: Node, _ operatorID: OperatorID) -> Disposition {
    let operatorID = site.isUnknown ? .step : operatorID
    putError(inner.knownError, inner.trail.passing(adopted: operatorID, of: inner))
    return .rejected
  }

  /// Stores in the payload the cleanup of a handler that will not run.
  @inlinable @inline(__always)
  final func putDeferredCleanup<R: StageHandler>(of handler: R) -> Disposition {
    guard let cleanup = handler.deferredCleanup() else { return .nothing }
    put(cleanup)
    return .fulfilled
  }
}
