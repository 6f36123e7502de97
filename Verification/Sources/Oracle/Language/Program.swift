/// Actions that run one after the other, in slots that are empty at first.
public struct Program: Equatable, Sendable {
  /// What is done.
  public var actions: [Action]

  /// How many slots there are.
  public static let slotCount = 12

  /// Creates a program.
  public init(_ actions: [Action]) {
    self.actions = actions
  }
}
