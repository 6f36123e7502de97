/// The result of an operation on a node's payload, in one word: a state, or the answer to a query.
///
/// An enumeration with these payloads would take two words, and so cost each handler more. The
/// caller knows which operation it asked for.
@frozen @usableFromInline package struct Disposition: Equatable {
  @usableFromInline let word: UInt

  @inlinable @inline(__always) init(word: UInt) {
    self.word = word
  }

  @inlinable @inline(__always) init(_ outcome: StateWord) {
    self.init(word: outcome.bits)
  }

  /// The state to publish if this is an outcome.
  @inlinable @inline(__always) var outcome: StateWord { StateWord(bits: word) }

  /// The answer to ``NodeOperation/identify``.
  @inlinable @inline(__always) static func made(by operatorID: OperatorID) -> Disposition {
    Disposition(word: operatorID.number)
  }

  /// The operator identifier in an answer to ``NodeOperation/identify``.
  var operatorID: OperatorID? { OperatorID(number: word) }

  /// The answer to ``NodeOperation/locate``.
  @inlinable @inline(__always)
  static func located(on context: ObjectIdentifier) -> Disposition {
    Disposition(word: UInt(bitPattern: context))
  }

  /// Whether there is an outcome to publish.
  @inlinable @inline(__always) var isOutcome: Bool { outcome.isSettled }

  /// Nothing to publish: an observer, or a stage that now waits for another promise.
  @inlinable @inline(__always) package static var nothing: Disposition { Disposition(.pending) }
  /// Nothing to publish: an observer that did not handle a rejection.
  @inlinable @inline(__always) package static var ignored: Disposition { Disposition(.pinned) }
  /// The payload holds the value.
  @inlinable @inline(__always) package static var fulfilled: Disposition { Disposition(.fulfilled) }
  /// The payload holds the error.
  @inlinable @inline(__always) package static var rejected: Disposition { Disposition(.rejected) }
  /// The payload holds the error, which is not reported if no consumer handles it.
  @inlinable @inline(__always) package static var rejectedAndHandled: Disposition {
    Disposition(.rejectedAndHandled)
  }
}

/// An operation on a node's payload; the caller has claimed the node, or is its deinitializer.
@frozen @usableFromInline package enum NodeOperation {
  /// Take the handler out of the payload, run it, and leave the outcome there.
  case resolve(with: Node)
  /// Take the handler out of the payload and release it.
  case dropHandler
  /// Release the value in the payload.
  case dropValue
  /// Return the operator identifier; also allowed while the caller has pinned the node, and once it
  /// is settled.
  case identify
  /// Return the identity of the context on which the handler needs a job for the outcome of its
  /// source, which is being delivered.
  case locate
  /// Make a handler that needs a job run immediately when it is resolved.
  case elideHop

  /// Whether the payload stays as it is.
  @inlinable @inline(__always) var isQuery: Bool {
    switch self {
    case .identify, .locate: true
    case .resolve, .dropHandler, .dropValue, .elideHop: false
    }
  }
}

/// The typed part of a node: the only code that knows the type of the payload.
@usableFromInline package typealias EntryPoint = (_ node: Node, _ operation: NodeOperation) ->
  Disposition
