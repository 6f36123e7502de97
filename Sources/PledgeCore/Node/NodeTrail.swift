extension Trail {
  /// Returns this trail, which is that of `promise`, extended by a stage that forwards its error.
  func passing(adopted operatorID: OperatorID, of promise: Node) -> Trail {
    // The error is a new one, or that of a discard; the stages of the attempts are internal.
    if operatorID == .retry { return Trail(from: .retry) }
    // The end of a cleanup has the trail of the stage that waits for it.
    if promise.operatorID == .cleanup { return self }
    // The error of an internal promise, or of a closure, is that of the operator.
    if bits == 0, promise.isInternal || operatorID == .ensureThen || operatorID == .step {
      return Trail(from: operatorID)
    }
    return adopted(by: operatorID, from: promise.site)
  }
}

extension Node {
  /// The stages that the error of this node has passed through; empty unless the node is rejected.
  @usableFromInline final var trail: Trail {
    state.loadRelaxed().isRejected ? trailToPublish : .unknown
  }

  /// The trail of a stage that is rejected with the error of this promise, its source.
  package final func errorTrail(passing operatorID: OperatorID) -> Trail {
    trail.passing(operatorID)
  }

  /// The trail of a stage that takes over the error of this promise without being derived from it.
  package final func errorTrail(adoptedBy operatorID: OperatorID) -> Trail {
    trail.passing(adopted: operatorID, of: self)
  }

  /// The stages that the error in the payload has passed through.
  final var trailToPublish: Trail {
    Trail(bits: unsafe payloadStart.load(fromByteOffset: Trail.offset, as: UInt.self))
  }
}
