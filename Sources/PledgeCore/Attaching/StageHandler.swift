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
  /// Creates a stage of `source`; the caller registers it there next.
  @inlinable @inline(__always)
  package convenience init<R: StageHandler>(of source: Node, _ handler: R) where R.Output == Value {
    self.init(
      state: .pending,
      upstream: .stage(of: source.address),
      site: source.site,
      operatorID: R.operatorID,
      entryPoint: { Cell<Value>.handlerEntryPoint($0, $1, R.self) }
    )
    put(handler)
  }

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
    case .dropValue, .identify, .locate, .elideHop:
      return performed(operation, on: stage, R.operatorID)
    }
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

  /// Stores in the payload the cleanup of a handler that will not run.
  @inlinable @inline(__always)
  final func putDeferredCleanup<R: StageHandler>(of handler: R) -> Disposition {
    guard let cleanup = handler.deferredCleanup() else { return .nothing }
    put(cleanup)
    return .fulfilled
  }
}
