internal import PledgeSupport

/// A wrapper that makes any value `Sendable`, without compiler checks.
///
///     let view = load(1).map { UncheckedSendable(UserView(showing: $0)) }
///
/// The code that wraps a value guarantees that two threads never use it at the same time. If the
/// value belongs to the main actor, use ``MainValue``, for which the compiler checks this.
public struct UncheckedSendable<Value>: Sendable {
  private var unchecked: Unchecked<Value>

  /// Wraps `value`.
  ///
  /// - Parameter value: The value to wrap.
  public init(_ value: Value) {
    unchecked = Unchecked(value)
  }

  /// The wrapped value.
  public var value: Value {
    get { unchecked.value }
    set { unchecked.value = newValue }
  }
}
