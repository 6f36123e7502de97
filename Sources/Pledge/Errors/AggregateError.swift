internal import PledgeCore

/// The rejection of ``any(_:file:line:)-([Future<Value>],_,_)`` when every promise was rejected.
public struct AggregateError: Error {
  private let held: NestedContent<[any Error]>
  let depth: Int

  /// The errors, in the order of the promises.
  public var errors: [any Error] { held.content }

  /// Creates the error.
  ///
  /// - Parameter errors: What each promise was rejected with.
  public init(errors: [any Error]) {
    held = NestedContent(errors)
    depth = NestedErrors.depth(holding: errors)
  }
}

extension AggregateError: CustomStringConvertible, CustomReflectable {
  /// The number of the errors, and the first of them in words; errors nested deeper are left out.
  public var description: String { text(levels: NestedErrors.shownLevels) }

  /// The errors, or the description if they are nested deep.
  public var customMirror: Mirror { NestedErrors.mirror(of: self, ["errors": errors]) }
}

extension AggregateError: ErrorHolding {
  func text(levels: Int) -> String {
    let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
    return errors.isEmpty ? count : "\(count): \(NestedErrors.text(of: errors, levels: levels))"
  }
}
