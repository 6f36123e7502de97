internal import PledgeCore

/// A value that travels as Sendable on the user's own word.
///
///     let view = load(1).map { UncheckedSendable(UserView(showing: $0)) }
///
/// The compiler checks nothing: whoever wraps the value promises that it is not used from two threads
/// at once. Where the value belongs to the main actor, ``MainValue`` keeps that promise by itself.
public struct UncheckedSendable<Value>: Sendable {
  private var unchecked: Unchecked<Value>

  /// Wraps `value`.
  ///
  /// - Parameter value: Anything.
  public init(_ value: Value) {
    unchecked = Unchecked(value)
  }

  /// The value.
  public var value: Value {
    get { unchecked.value }
    set { unchecked.value = newValue }
  }
}
