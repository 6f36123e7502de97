/// Nodes without a handler of their own: those that pass on the outcome of another one, and roots.
extension Cell {
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
    case .dropHandler, .dropValue, .identify, .locate, .elideHop:
      return performed(operation, on: stage, operatorID)
    }
  }

  /// Performs an operation that does not depend on the handler of an unresolved stage.
  @inlinable @inline(__always)
  static func performed(
    _ operation: NodeOperation,
    on stage: Node,
    _ operatorID: OperatorID
  ) -> Disposition {
    switch operation {
    case .dropValue: stage.drop(Value.self)
    case .identify: return .made(by: operatorID)
    case .resolve, .dropHandler, .locate, .elideHop: break
    }
    return .nothing
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
  /// Stores in the payload the error of the promise that the handler has returned.
  @usableFromInline final func adoptError(of inner: Node, _ operatorID: OperatorID) -> Disposition {
    let operatorID = site.isUnknown ? .step : operatorID
    putError(inner.knownError, inner.trail.passing(adopted: operatorID, of: inner))
    return .rejected
  }
}
