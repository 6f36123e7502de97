internal import PledgeCore

/// The rejection of an operation that was tried again and failed every time (spec 11.6.2).
///
/// Of more than 32 attempts it has the errors of the first 16 and of the last 16 (spec 11.6.15).
public struct RetryError: Error, CustomStringConvertible {
  private struct Content {
    let errors: [any Error]
    let decisionError: (any Error)?
  }

  private let held: NestedContent<Content>
  let depth: Int

  /// The errors that the attempts failed with, the first one first.
  public var errors: [any Error] { held.content.errors }

  /// The number of errors that are missing in the middle of ``errors``.
  public let omittedCount: Int

  /// The error that the decision to try again failed with, if that ended the attempts.
  public var decisionError: (any Error)? { held.content.decisionError }

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - errors: What each attempt failed with.
  ///   - omittedCount: How many errors were left out of the middle of `errors`.
  ///   - decisionError: What the decision to try again failed with.
  public init(
    errors: [any Error],
    omittedCount: Int = 0,
    decisionError: (any Error)? = nil
  ) {
    held = NestedContent(Content(errors: errors, decisionError: decisionError))
    self.omittedCount = omittedCount
    depth = NestedErrors.depth(holding: errors + [decisionError].compactMap(\.self))
  }

  /// What the last attempt failed with.
  public var last: (any Error)? { errors.last }

  /// How many attempts there were, and what the last one failed with; errors nested deeper are left out.
  public var description: String { text(levels: NestedErrors.shownLevels) }
}

extension RetryError: CustomReflectable {
  /// The errors, or the description if they are nested deep.
  public var customMirror: Mirror {
    NestedErrors.mirror(
      of: self,
      ["errors": errors, "omittedCount": omittedCount, "decisionError": decisionError]
    )
  }
}

extension RetryError: ErrorHolding {
  func text(levels: Int) -> String {
    let count = errors.count + omittedCount
    let times = count == 1 ? "once" : "\(count) times"
    let failure = last.map { NestedErrors.text(of: $0, levels: levels) } ?? "nothing"
    let text = "failed \(times), at last with \(failure)"
    guard let decisionError else { return text }
    let decision = NestedErrors.text(of: decisionError, levels: levels)
    return "\(text); the decision to try again failed with \(decision)"
  }
}
