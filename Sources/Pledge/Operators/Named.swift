public import PledgeCore

/// A handler that reports the name of an operator built on it, for diagnostics and observers.
///
/// The name is a type, so that stages do not store it.
@frozen @usableFromInline struct Named<Base: StageHandler, Name: OperatorName>: StageHandler {
  @usableFromInline let base: Base

  @inlinable init(_: Name.Type, _ base: Base) {
    self.base = base
  }

  @inlinable static var operatorID: OperatorID { Name.operatorID }
  @inlinable static var interest: Interest { Base.interest }
  @inlinable static var marksHandled: Bool { Base.marksHandled }
  @inlinable static var hasDeferredCleanup: Bool { Base.hasDeferredCleanup }

  @inlinable var recipient: Recipient { Name.recipient ?? base.recipient }

  @inlinable func resolve(
    with outcome: Result<Base.Input, any Error>,
    from source: Node
  ) throws -> Resolution<Base.Output> {
    try base.resolve(with: outcome, from: source)
  }

  @inlinable func deferredCleanup() -> Cleanup? { base.deferredCleanup() }
}

/// The name of an operator, as a type.
@usableFromInline protocol OperatorName: Sendable {
  static var operatorID: OperatorID { get }

  /// The value's recipient; `nil` if the operator that this one is built on decides.
  static var recipient: Recipient? { get }
}

extension OperatorName {
  // Most operators with a name pass the value on.
  @usableFromInline static var recipient: Recipient? { .derived }
}

/// Operators that need a name of their own, because they can reject where the operator they are
/// built on cannot, because they take time, because they show the value to no closure of the user,
/// or because they belong to another operator.
@usableFromInline enum Names {
  enum After: OperatorName {
    static var operatorID: OperatorID { .after }
    static var recipient: Recipient? { .nobody }
  }
  enum AsVoid: OperatorName {
    static var operatorID: OperatorID { .map }
    static var recipient: Recipient? { .nobody }
  }
  enum AsyncRescue: OperatorName { static var operatorID: OperatorID { .flatMapResult } }
  enum Cast: OperatorName { static var operatorID: OperatorID { .cast } }
  enum CompactMap: OperatorName {
    static var operatorID: OperatorID { .compactMap }
    static var recipient: Recipient? { nil }
  }
  enum Conversion: OperatorName { static var operatorID: OperatorID { .map } }
  enum Delay: OperatorName { static var operatorID: OperatorID { .delay } }
  enum Flatten: OperatorName {
    static var operatorID: OperatorID { .flatten }
    static var recipient: Recipient? { nil }
  }
  /// The time limit of an operation in a queue.
  @usableFromInline enum Limit: OperatorName {
    @inlinable static var operatorID: OperatorID { .limit }
  }
  /// A stage that passes the value on, and belongs to another operator.
  enum Passing: OperatorName { static var operatorID: OperatorID { .step } }
  enum Queue: OperatorName { static var operatorID: OperatorID { .queue } }
  enum Reporting: OperatorName { static var operatorID: OperatorID { .tap } }
  enum ResultConversion: OperatorName { static var operatorID: OperatorID { .mapResult } }
  @usableFromInline enum Step: OperatorName {
    @inlinable static var operatorID: OperatorID { .step }
    @inlinable static var recipient: Recipient? { nil }
  }
  @usableFromInline enum Timeout: OperatorName {
    @inlinable static var operatorID: OperatorID { .timeout }
  }
  enum Unwrap: OperatorName { static var operatorID: OperatorID { .unwrap } }
  enum Validate: OperatorName { static var operatorID: OperatorID { .validate } }
}
