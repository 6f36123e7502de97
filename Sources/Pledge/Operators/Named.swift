internal import PledgeCore

/// A reaction under the name of an operator that is made of it, for reports and observers.
struct Named<Base: Reaction, Name: OperatorName>: Reaction {
  private let base: Base

  init(_: Name.Type, _ base: Base) {
    self.base = base
  }

  static var verb: Verb { Name.verb }
  static var interest: Interest { Base.interest }
  static var endsDuty: Bool { Base.endsDuty }
  static var hasWill: Bool { Base.hasWill }

  func react(to outcome: Result<Base.Input, any Error>) throws -> Reply<Base.Output> {
    try base.react(to: outcome)
  }

  func lastWill() -> Cleanup? { base.lastWill() }
}

/// The name of an operator as a type, so that it costs a stage nothing.
protocol OperatorName {
  static var verb: Verb { get }
}

/// The names of those that can reject where what they are made of cannot, or that take their time.
enum Names {
  enum Cast: OperatorName { static var verb: Verb { .cast } }
  enum CompactMap: OperatorName { static var verb: Verb { .compactMap } }
  enum Delay: OperatorName { static var verb: Verb { .delay } }
  enum Flatten: OperatorName { static var verb: Verb { .flatten } }
  enum Unwrap: OperatorName { static var verb: Verb { .unwrap } }
  enum Validate: OperatorName { static var verb: Verb { .validate } }
}
