/// How a step left its node.
@frozen @usableFromInline package struct Disposition: Equatable {
  /// The bits to publish; none if there is nothing to publish.
  @usableFromInline let bits: UInt

  @inlinable @inline(__always) init(bits: UInt) {
    self.bits = bits
  }

  /// The answer of a node that `operatorID` has made; nothing to publish.
  @inlinable @inline(__always) static func made(by operatorID: OperatorID) -> Disposition {
    Disposition(bits: UInt(operatorID.rawValue) << 8)
  }

  /// Whether there is an outcome to publish.
  @inlinable @inline(__always) var isOutcome: Bool { bits & State.settled != 0 }

  /// An observer, or a stage that now waits for something else.
  @inlinable @inline(__always) package static var nothing: Disposition { Disposition(bits: 0) }
  /// An observer that a rejection did not concern: nobody has heard of it by that.
  @inlinable @inline(__always) package static var ignored: Disposition {
    Disposition(bits: State.discardRequested)
  }
  /// The payload holds the value.
  @inlinable @inline(__always) package static var fulfilled: Disposition {
    Disposition(bits: State.settled)
  }
  /// The payload holds the error.
  @inlinable @inline(__always) package static var rejected: Disposition {
    Disposition(bits: State.settled | State.rejected)
  }
  /// The payload holds the error, and nobody has to be told if nobody asks for it.
  @inlinable @inline(__always) package static var rejectedAndHandled: Disposition {
    Disposition(bits: State.settled | State.rejected | State.handled)
  }
}

/// What a step is asked to do; the caller has claimed the node or is its deinit.
@frozen @usableFromInline package enum NodeOperation {
  /// Take the handler out of the payload, run it, and leave the outcome there.
  case resolve(with: Node)
  /// Take the handler out of the payload and release it.
  case dropHandler
  /// Release the value in the payload.
  case dropValue
  /// Say what made the node; also asked by who has pinned it, or knows it settled.
  case identify
}

/// The typed part of a node: the only code that knows what is in the payload.
@usableFromInline package typealias EntryPoint = (_ node: Node, _ operation: NodeOperation) ->
  Disposition
