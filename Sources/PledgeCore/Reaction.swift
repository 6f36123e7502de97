/// What a consumer does once its source is settled: the part of an operator that is its own.
///
/// A reaction is stored in its stage as it is, so one with a single closure costs no allocation. It
/// runs at most once, and is released as soon as it has run or its stage is settled otherwise.
@usableFromInline package protocol Reaction<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// The operator that it is the part of.
  static var verb: Verb { get }

  /// For which outcomes ``react(to:)`` runs user code; others pass without a hop to a context.
  static var interest: Interest { get }

  /// Whether a rejection that goes on from here need not be heard by anybody.
  static var endsDuty: Bool { get }

  /// Answers the outcome of the source; what it throws rejects the stage.
  func react(to outcome: Result<Input, any Error>) throws -> Reply<Output>

  /// Whether ``lastWill()`` answers anything.
  static var hasWill: Bool { get }

  /// What has to run all the same if the stage is settled otherwise.
  func lastWill() -> Cleanup?
}

extension Reaction {
  @inlinable package static var interest: Interest { .values }
  @inlinable package static var endsDuty: Bool { false }
  @inlinable package static var hasWill: Bool { false }
  @inlinable package func lastWill() -> Cleanup? { nil }
}

/// The outcomes that concern a reaction.
@frozen @usableFromInline package enum Interest: Sendable {
  case values
  case errors
  case both
}

/// What a reaction answers.
@frozen @usableFromInline package enum Reply<Output: Sendable> {
  /// The stage is fulfilled.
  case value(Output)
  /// The stage settles as this does.
  case follow(Cell<Output>)
  /// The stage is rejected with an error that comes from above; to throw one costs more.
  case error(any Error)
}

extension Reply {
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
  static func reactStep<R: Reaction>(_ stage: Node, _ duty: Duty, _: R.Type) -> Verdict
  where R.Output == Value {
    switch duty {
    case .react(to: let source):
      return stage.react(stage.take(R.self), to: source)
    case .dropReaction:
      return stage.executeWill(of: stage.take(R.self))
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: R.verb)
    }
  }

  /// The step of a stage that settles as its source does, and of a root, which has no source.
  @inlinable package static func forwardStep(_ stage: Node, _ duty: Duty, _ verb: Verb) -> Verdict {
    switch duty {
    case .react(to: let source):
      if source.state.loadRelaxed() & State.rejected != 0 {
        return stage.adoptError(of: source, verb)
      }
      stage.put(unsafe source.payload(as: Value.self).pointee)
      return .fulfilled
    case .dropReaction:
      return .nothing
    case .dropValue:
      stage.drop(Value.self)
      return .nothing
    case .identify:
      return .made(by: verb)
    }
  }

  /// The step of a root: values that need no care cost nothing at the end.
  ///
  /// What combines others and what makes promises of its own knows its name; it is a constant, since a
  /// step that captured it would cost an allocation.
  @inlinable @inline(__always) static func rootStep(_ verb: Verb) -> Step {
    switch verb {
    case .all: { Cell<Value>.forwardStep($0, $1, .all) }
    case .allSettled: { Cell<Value>.forwardStep($0, $1, .allSettled) }
    case .any: { Cell<Value>.forwardStep($0, $1, .any) }
    case .find: { Cell<Value>.forwardStep($0, $1, .find) }
    case .fold: { Cell<Value>.forwardStep($0, $1, .fold) }
    case .lazy: { Cell<Value>.forwardStep($0, $1, .lazy) }
    case .mapConcurrently: { Cell<Value>.forwardStep($0, $1, .mapConcurrently) }
    case .poll: { Cell<Value>.forwardStep($0, $1, .poll) }
    case .queue: { Cell<Value>.forwardStep($0, $1, .queue) }
    case .race: { Cell<Value>.forwardStep($0, $1, .race) }
    case .retry: { Cell<Value>.forwardStep($0, $1, .retry) }
    case .singleFlight: { Cell<Value>.forwardStep($0, $1, .singleFlight) }
    default:
      _isPOD(Value.self) && Node.fitsPayload(Value.self)
        ? Node.inert : { Cell<Value>.forwardStep($0, $1, .promise) }
    }
  }

  /// The outcome of a settled node with a value of this type, or of a failure that stands in for one.
  @inlinable @inline(__always)
  static func outcome(of node: Node) -> Result<Value, any Error> {
    if node.state.loadRelaxed() & State.rejected != 0 { return .failure(node.error) }
    return .success(unsafe node.payload(as: Value.self).pointee)
  }
}

extension Node {
  /// Runs a reaction and leaves its answer in the payload.
  ///
  /// The claimer only.
  @inlinable @inline(__always)
  final func react<R: Reaction>(_ reaction: R, to source: Node) -> Verdict {
    do {
      switch try reaction.react(to: Cell<R.Input>.outcome(of: source)) {
      case .value(let value):
        put(value)
        return .fulfilled
      case .follow(let inner):
        unsafe step = { Cell<R.Output>.forwardStep($0, $1, R.verb) }
        return follow(inner)
      case .error(let error):
        return putError(error, in: R.verb, of: source, endsDuty: R.endsDuty)
      }
    } catch {
      return putError(error, in: R.verb, of: source, endsDuty: R.endsDuty)
    }
  }

  /// Leaves an error in the payload that comes from `source`, or from the reaction to it.
  @usableFromInline
  final func putError(
    _ error: any Error,
    in verb: Verb,
    of source: Node,
    endsDuty: Bool
  ) -> Verdict {
    putError(error, source.trail.passing(verb))
    return endsDuty ? .rejectedAndHeard : .rejected
  }

  /// Leaves the error in the payload of the promise that a handler has returned.
  @usableFromInline final func adoptError(of inner: Node, _ verb: Verb) -> Verdict {
    putError(inner.error, inner.trail.passing(adopted: verb))
    return .rejected
  }

  /// Leaves in the payload what a reaction that will not run has to have done all the same.
  @inlinable @inline(__always)
  final func executeWill<R: Reaction>(of reaction: R) -> Verdict {
    guard let will = reaction.lastWill() else { return .nothing }
    put(will)
    return .fulfilled
  }
}
