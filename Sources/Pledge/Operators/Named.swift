internal import PledgeCore

/// A handler that reports the name of an operator built on it, for diagnostics and observers.
///
/// The name is a type, so that stages do not store it.
struct Named<Base: StageHandler, Name: OperatorName>: StageHandler {
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

/// The name of an operator, as a type.
protocol OperatorName {
  static var operatorID: OperatorID { get }
}

/// Operators that need a name of their own, because they can reject where the operator they are
/// built on cannot, or because they take time.
enum Names {
  enum Cast: OperatorName { static var operatorID: OperatorID { .cast } }
  enum CompactMap: OperatorName { static var operatorID: OperatorID { .compactMap } }
  enum Delay: OperatorName { static var operatorID: OperatorID { .delay } }
  enum Flatten: OperatorName { static var operatorID: OperatorID { .flatten } }
  enum Unwrap: OperatorName { static var operatorID: OperatorID { .unwrap } }
  enum Validate: OperatorName { static var operatorID: OperatorID { .validate } }
}
