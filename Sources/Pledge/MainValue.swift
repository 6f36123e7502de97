/// A wrapper that carries a main-actor value through promises.
///
///     let view = load(1).map(on: MainActor.shared) { MainValue(UserView(showing: $0)) }
///
/// The value does not have to be `Sendable`: the compiler ensures that it is only accessed on the
/// main actor.
@MainActor
public final class MainValue<Value> {
  /// The wrapped value.
  public var value: Value

  /// Wraps `value`.
  ///
  /// - Parameter value: The value to wrap. It belongs to the main actor.
  public init(_ value: Value) {
    self.value = value
  }
}
