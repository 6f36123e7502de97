internal import PledgeCore

/// An error that indicates that every promise passed to ``any(_:file:line:)-([Future<Value>],_,_)``
/// was rejected.
public struct AggregateError: Error {
  private let held: NestedContent<[any Error]>
  let depth: Int

  /// The errors, in the order of the promises.
  public var errors: [any Error] { held.content }

  /// Creates the error.
  ///
  /// - Parameter errors: The errors of the promises.
  public init(errors: [any Error]) {
    held = NestedContent(errors)
    depth = NestedErrors.depth(holding: errors)
  }
}

extension AggregateError: CustomStringConvertible, CustomReflectable {
  /// The number of errors, and descriptions of the first ones; deeply nested errors are left out.
  public var description: String { text(levels: NestedErrors.shownLevels) }

  /// A mirror of the errors, or of the description if they are nested deeply.
  public var customMirror: Mirror { NestedErrors.mirror(of: self, ["errors": errors]) }
}

extension AggregateError: ErrorHolding {
  func text(levels: Int) -> String {
    let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
    return errors.isEmpty ? count : "\(count): \(NestedErrors.text(of: errors, levels: levels))"
  }
}
