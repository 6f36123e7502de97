/// An operator: a function that derives promises, combines them, or starts work.
///
/// The name is that in user code, and has at most 15 bytes: events copy it without allocating. A
/// node identifies its operator through its entry point. Promises of functions without an
/// identifier are identified as `promise`; other roots are listed in
/// ``Cell/rootEntryPoint(of:)``.
@frozen @usableFromInline package enum OperatorID: String, Sendable {
  /// The operator of promises that no other operator creates.
  case promise = "Promise"
  case batchLoader = "BatchLoader"
  case lazyPromise = "LazyPromise"
  case queue = "PromiseQueue"
  case singleFlight = "SingleFlight"

  // Roots: promises without a source, such as those of combinations.
  case after, all, allSettled, any, find, fold, hedge, mapConcurrently, poll, race, retry

  // Roots that are named `Promise`: a body that runs on a context, the values of a sequence.
  case body, elements

  // Promises that Pledge makes for another one.
  case alarm, attempt, batch, cleanup, flight, limit, members, step, task, timer, turn

  // Stages.
  case cast, `catch`, compactMap, delay, ensure, ensureThen, flatMap, flatMapError, flatMapResult
  case flatten, map, mapError, mapResult, observe, recover, tap, timeout, unwrap, using, validate

  /// The name in user code; that of an internal promise is the name of what it belongs to.
  package var name: String {
    switch self {
    case .alarm: OperatorID.after.rawValue
    case .batch: OperatorID.batchLoader.rawValue
    case .body, .elements, .task: OperatorID.promise.rawValue
    case .cleanup: OperatorID.ensureThen.rawValue
    case .flight: OperatorID.singleFlight.rawValue
    case .limit: OperatorID.queue.rawValue
    case .members: OperatorID.mapConcurrently.rawValue
    default: rawValue
    }
  }
}

// MARK: - Traits, on which diagnostics depend

extension OperatorID {
  /// Whether its promises have no source.
  var startsChain: Bool {
    switch self {
    case .promise, .batchLoader, .lazyPromise, .queue, .singleFlight: true
    case .after, .all, .allSettled, .any, .find, .fold, .hedge: true
    case .mapConcurrently, .poll, .race, .retry, .body, .elements: true
    default: isInternal
    }
  }

  /// Whether Pledge makes its promises for another operator, so that no description names them.
  @inlinable @inline(__always) package var isInternal: Bool {
    switch self {
    case .alarm, .attempt, .batch, .cleanup, .flight, .limit, .members, .step: true
    case .task, .timer, .turn: true
    default: false
    }
  }

  /// Whether its promises may settle even if some of their dependencies never do.
  package var mayEndOtherwise: Bool {
    switch self {
    case .any, .find, .hedge, .limit, .race, .timeout: true
    default: false
    }
  }

  /// Whether its promises are not reported to the creation listener: they are intermediate, or last
  /// as long as the object that they observe.
  var isUncounted: Bool {
    switch self {
    case .attempt, .lazyPromise, .observe, .timer, .turn: true
    default: false
    }
  }
}

// MARK: - Numbers

extension OperatorID {
  /// A number from 1 to 63, which identifies the operator in a ``Trail``.
  ///
  /// Not the raw value, which is the name: Swift gives a case only one.
  @inlinable @inline(__always) var number: UInt {
    // SAFETY: an enumeration without payloads is stored as the position of its case, in one byte.
    UInt(unsafe unsafeBitCast(self, to: UInt8.self)) + 1
  }

  /// The operator with a number; `nil` if there is none.
  init?(number: UInt) {
    guard (1...OperatorID.validate.number).contains(number) else { return nil }
    // SAFETY: as above; `validate` is the last case.
    self = unsafe unsafeBitCast(UInt8(number - 1), to: OperatorID.self)
  }
}

extension Site {
  /// Whether Pledge has made the promise with this site, by an operator if that is known, for
  /// another one, so that no description names it.
  package func isInternal(by operatorID: OperatorID?) -> Bool {
    isUnknown || operatorID?.isInternal == true
  }
}
