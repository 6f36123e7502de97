/// What made a promise: the operator it was derived by, or the function that combined others.
///
/// A node knows it by its step: an operator, a combination, what makes promises of its own. All others
/// are `promise` to who asks later, and so are steps on the way, such as a timer.
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

  /// Its name, as a user writes it: a constant, so an event with it costs no memory.
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
  /// Whether what it makes without a source was asked for as such, and is not a step on the way, or
  /// an observation, which lasts as long as there is something to see.
  var isAskedFor: Bool {
    switch self {
    case .attempt, .lazy, .observe, .timer, .turn: false
    default: true
    }
  }

  /// Whether what it makes may settle although some of what it waits for never does.
  var mayEndOtherwise: Bool {
    switch self {
    case .any, .find, .race, .timeout: true
    default: false
    }
  }

  /// Whether what it makes has no source.
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
  /// The operator that created this node, which is settled or which the caller has pinned.
  final var operatorID: OperatorID {
    unsafe entryPoint(self, .identify).operatorID ?? .promise
  }
}
