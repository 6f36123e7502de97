/// What a consumer does once its source is settled: the part of an operator that is its own.
///
/// A handler is stored in its stage as it is, so one with a single closure costs no allocation. It
/// runs at most once, and is released as soon as it has run or its stage is settled otherwise.
@usableFromInline package protocol StageHandler<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The operator that it is the part of.
  static var operatorID: OperatorID { get }

  /// For which outcomes ``resolve(with:)`` runs user code; others pass without a hop to a context.
  static var interest: Interest { get }

  /// Whether a rejection that goes on from here need not be heard by anybody.
  static var marksHandled: Bool { get }

  /// Answers the outcome of the source; what it throws rejects the stage.
  func resolve(with outcome: Result<Input, any Error>) throws -> Resolution<Output>

  /// Whether ``deferredCleanup()`` answers anything.
  static var hasDeferredCleanup: Bool { get }

  /// What has to run all the same if the stage is settled otherwise.
  func deferredCleanup() -> Cleanup?
}

extension StageHandler {
  @inlinable package static var interest: Interest { .values }
  @inlinable package static var marksHandled: Bool { false }
  @inlinable package static var hasDeferredCleanup: Bool { false }
  @inlinable package func deferredCleanup() -> Cleanup? { nil }
}

/// The outcomes that concern a handler.
@frozen @usableFromInline package enum Interest: Sendable {
  case values
  case errors
  case both
}

/// What a handler answers.
@frozen @usableFromInline package enum Resolution<Output: Sendable> {
  /// The stage is fulfilled.
  case value(Output)
  /// The stage settles as this does.
  case follow(Cell<Output>)
  /// The stage is rejected with an error that comes from above; to throw one costs more.
  case error(any Error)
}

extension Resolution {
  /// Passes the outcome of the source on.
  @inlinable package init(_ outcome: Result<Output, any Error>) {
    switch outcome {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }
}

extension Cell {
  /// The step of a stage whose payload is `R`.
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
    }
  }

  /// The step of a stage that settles as its source does, and of a root, which has no source.
  @inlinable package static func forwardEntryPoint(
    _ stage: Node,
    _ operation: NodeOperation,
    _ operatorID: OperatorID
  ) -> Disposition {
    switch operation {
    case .resolve(with: let source):
      if source.state.loadRelaxed().isRejected {
        return stage.adoptError(of: source, operatorID)
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
    }
  }

  /// The step of a root: values that need no care cost nothing at the end.
  ///
  /// What combines others and what makes promises of its own knows its name; it is a constant, since a
  /// step that captured it would cost an allocation.
  @inlinable @inline(__always) static func rootEntryPoint(_ operatorID: OperatorID) -> EntryPoint {
    switch operatorID {
    case .all: { Cell<Value>.forwardEntryPoint($0, $1, .all) }
    case .allSettled: { Cell<Value>.forwardEntryPoint($0, $1, .allSettled) }
    case .any: { Cell<Value>.forwardEntryPoint($0, $1, .any) }
    case .find: { Cell<Value>.forwardEntryPoint($0, $1, .find) }
    case .fold: { Cell<Value>.forwardEntryPoint($0, $1, .fold) }
    case .lazy: { Cell<Value>.forwardEntryPoint($0, $1, .lazy) }
    case .mapConcurrently: { Cell<Value>.forwardEntryPoint($0, $1, .mapConcurrently) }
    case .poll: { Cell<Value>.forwardEntryPoint($0, $1, .poll) }
    case .queue: { Cell<Value>.forwardEntryPoint($0, $1, .queue) }
    case .race: { Cell<Value>.forwardEntryPoint($0, $1, .race) }
    case .retry: { Cell<Value>.forwardEntryPoint($0, $1, .retry) }
    case .singleFlight: { Cell<Value>.forwardEntryPoint($0, $1, .singleFlight) }
    default:
      _isPOD(Value.self) && Node.fitsPayload(Value.self)
        ? Node.inert : { Cell<Value>.forwardEntryPoint($0, $1, .promise) }
    }
  }

  /// The outcome of a settled node with a value of this type, or of a failure that stands in for one.
  @inlinable @inline(__always)
  static func outcome(of node: Node) -> Result<Value, any Error> {
    if node.state.loadRelaxed().isRejected { return .failure(node.error) }
    return .success(unsafe node.payload(as: Value.self).pointee)
  }
}

extension Node {
  /// Runs a handler and leaves its answer in the payload.
  ///
  /// The claimer only.
  @inlinable @inline(__always)
  final func run<R: StageHandler>(_ handler: R, with source: Node) -> Disposition {
    do {
      switch try handler.resolve(with: Cell<R.Input>.outcome(of: source)) {
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

  /// Leaves an error in the payload that comes from `source`, or from the handler to it.
  @usableFromInline
  final func putError(
    _ error: any Error,
    in operatorID: OperatorID,
    of source: Node,
    marksHandled: Bool
  ) -> Disposition {
    putError(error, source.trail.passing(operatorID))
    return marksHandled ? .rejectedAndHandled : .rejected
  }

  /// Leaves the error in the payload of the promise that a handler has returned.
  @usableFromInline final func adoptError(of inner: Node, _ operatorID: OperatorID) -> Disposition {
    putError(inner.error, inner.trail.passing(adopted: operatorID))
    return .rejected
  }

  /// Leaves in the payload what a handler that will not run has to have done all the same.
  @inlinable @inline(__always)
  final func putDeferredCleanup<R: StageHandler>(of handler: R) -> Disposition {
    guard let cleanup = handler.deferredCleanup() else { return .nothing }
    put(cleanup)
    return .fulfilled
  }
}
