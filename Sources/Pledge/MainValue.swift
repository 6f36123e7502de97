/// A value that belongs to the main actor and travels through promises on the way there.
///
///     let view = load(1).map(on: MainActor.shared) { MainValue(UserView(showing: $0)) }
///
/// The value need not be Sendable: it can only be touched on the main actor, which the compiler checks.
@MainActor
public final class MainValue<Value> {
  /// The value.
  public var value: Value

  /// Wraps `value`.
  ///
  /// - Parameter value: Anything that belongs to the main actor.
  public init(_ value: Value) {
    self.value = value
  }
}
