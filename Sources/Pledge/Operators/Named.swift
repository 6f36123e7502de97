internal import PledgeCore

/// A handler that reports the name of an operator built on it, for diagnostics and observers.
///
/// The name is a type, so that stages do not store it.
struct Named<Base: StageHandler, Name: Operator>: StageHandler {
  private let base: Base

  init(_: Name.Type, _ base: Base) {
    self.base = base
  }

  static var operatorID: OperatorID { Name.operatorID }
  static var interest: Interest { Base.interest }
  static var marksHandled: Bool { Base.marksHandled }
  static var hasDeferredCleanup: Bool { Base.hasDeferredCleanup }

  func resolve(with outcome: Result<Base.Input, any Error>) throws -> Resolution<Base.Output> {
    try base.resolve(with: outcome)
  }

  func deferredCleanup() -> Cleanup? { base.deferredCleanup() }
}

/// Operators that need a name of their own, because they can reject where the operator they are
/// built on cannot, or because they take time.
enum Names {
  enum Cast: Operator { static var operatorID: OperatorID { OperatorID(7, "cast") } }
  enum CompactMap: Operator { static var operatorID: OperatorID { OperatorID(9, "compactMap") } }
  enum Delay: Operator { static var operatorID: OperatorID { OperatorID(10, "delay") } }
  enum Flatten: Operator { static var operatorID: OperatorID { OperatorID(17, "flatten") } }
  enum Unwrap: Operator { static var operatorID: OperatorID { OperatorID(35, "unwrap") } }
  enum Validate: Operator { static var operatorID: OperatorID { OperatorID(37, "validate") } }
}
