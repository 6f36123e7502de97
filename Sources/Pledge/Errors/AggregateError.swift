public import PledgeCore
internal import PledgeSupport

/// An error that indicates that every promise passed to ``any(_:file:line:)-([Future<Value>],_,_)``
/// was rejected.
public struct AggregateError: Error {
  private let held: NestedContent<[any Error]>
  let depth: Int

  /// The promise of `any` or `hedge` that was rejected; `nil` if the error was created otherwise.
  public let origin: PromiseOrigin?

  /// The errors, in the order of the promises.
  public var errors: [any Error] { held.content }

  /// Creates the error.
  ///
  /// - Parameter errors: The errors of the promises.
  public init(errors: [any Error]) {
    self.init(errors, from: nil)
  }

  @usableFromInline package init(_ errors: [any Error], of promise: Node, by operatorID: OperatorID)
  {
    self.init(errors, from: PromiseOrigin(of: promise, by: operatorID))
  }

  private init(_ errors: [any Error], from origin: PromiseOrigin?) {
    self.origin = origin
    held = NestedContent(errors)
    depth = NestedErrors.depth(holding: errors)
  }
}

extension AggregateError: CustomStringConvertible, CustomReflectable {
  /// The origin, the number of errors, and a list of the first ones; deeply nested errors are left
  /// out.
  public var description: String {
    if errors.count < 2 { return lineDescription }
    let list = NestedErrors.texts(of: errors, levels: NestedErrors.shownLevels)
    return (["\(origin.introduction)\(errors.count) errors:"] + list).joined(separator: "\n- ")
  }

  /// A mirror of the errors, or of the description if they are nested deeply.
  public var customMirror: Mirror { NestedErrors.mirror(of: self, ["errors": errors]) }
}

extension AggregateError: LineDescribedError {
  package var lineDescription: String { text(levels: NestedErrors.shownLevels) }
}

extension AggregateError: ErrorHolding {
  func text(levels: Int) -> String {
    let count = errors.count == 1 ? "1 error" : "\(errors.count) errors"
    let texts = NestedErrors.texts(of: errors, levels: levels)
    let list = errors.isEmpty ? "" : ": \(texts.joined(separator: "; "))"
    return "\(origin.introduction)\(count)\(list)"
  }
}
