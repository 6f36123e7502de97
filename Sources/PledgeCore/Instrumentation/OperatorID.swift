/// The operator that created a promise: one that derives it, combines others, or starts work.
///
/// A node identifies its operator through its entry point. Internal promises, such as that of a
/// timer, and those of functions without an identifier of their own are identified as `promise`.
@frozen @usableFromInline package enum OperatorID: UInt8, Sendable, BitwiseCopyable {
  case promise = 1
  case after
  case all
  case allSettled
  case any
  case attempt
  case cast
  case `catch`
  case compactMap
  case delay
  case ensure
  case ensureThen
  case find
  case flatMap
  case flatMapError
  case flatMapResult
  case flatten
  case fold
  case lazy
  case map
  case mapConcurrently
  case mapError
  case mapResult
  case observe
  case poll
  case queue
  case race
  case recover
  case retry
  case singleFlight
  case tap
  case timeout
  case timer
  case turn
  case unwrap
  case using
  case validate

  /// The name of the operator in user code: a constant, so an event with it costs no memory.
  package var name: String {
    switch self {
    case .promise: "Promise"
    case .after: "after"
    case .all: "all"
    case .allSettled: "allSettled"
    case .any: "any"
    case .attempt: "attempt"
    case .cast: "cast"
    case .catch: "catch"
    case .compactMap: "compactMap"
    case .delay: "delay"
    case .ensure: "ensure"
    case .ensureThen: "ensureThen"
    case .find: "find"
    case .flatMap: "flatMap"
    case .flatMapError: "flatMapError"
    case .flatMapResult: "flatMapResult"
    case .flatten: "flatten"
    case .fold: "fold"
    case .lazy: "LazyPromise"
    case .map: "map"
    case .mapConcurrently: "mapConcurrently"
    case .mapError: "mapError"
    case .mapResult: "mapResult"
    case .observe: "observe"
    case .poll: "poll"
    case .queue: "PromiseQueue"
    case .race: "race"
    case .recover: "recover"
    case .retry: "retry"
    case .singleFlight: "SingleFlight"
    case .tap: "tap"
    case .timeout: "timeout"
    case .timer: "timer"
    case .turn: "turn"
    case .unwrap: "unwrap"
    case .using: "using"
    case .validate: "validate"
    }
  }
}

extension OperatorID {
  /// Whether creation events include its promises without a source.
  ///
  /// They do not include intermediate promises, or observations, which last as long as what they
  /// observe.
  var reportsCreation: Bool {
    switch self {
    case .attempt, .lazy, .observe, .timer, .turn: false
    default: true
    }
  }

  /// Whether its promises may settle even if some of their dependencies never do.
  var mayEndOtherwise: Bool {
    switch self {
    case .any, .find, .race, .timeout: true
    default: false
    }
  }

  /// Whether its promises have no source.
  var startsChain: Bool {
    switch self {
    case .after, .all, .allSettled, .any, .attempt, .find, .fold, .lazy, .mapConcurrently,
      .poll, .promise, .queue, .race, .retry, .singleFlight, .timer, .turn:
      true
    default: false
    }
  }
}

extension Node {
  /// The operator that created this node; the node is settled, or the caller has pinned it.
  final var operatorID: OperatorID {
    unsafe entryPoint(self, .identify).operatorID ?? .promise
  }
}
