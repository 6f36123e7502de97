/// Actions that run one after the other, with slots that are initially empty.
public struct Program: Equatable, Sendable {
  /// The actions.
  public var actions: [Action]

  /// The number of slots.
  public static let slotCount = 12

  /// Creates a program.
  public init(_ actions: [Action]) {
    self.actions = actions
  }
}
