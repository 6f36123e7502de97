internal import PledgeCore
internal import PledgeSupport

/// An error that indicates that an operation was retried without success (spec 11.6.2).
///
/// After more than 32 attempts, it contains the errors of the first 16 and the last 16
/// (spec 11.6.15).
public struct RetryError: Error, CustomStringConvertible {
  private struct Content {
    let errors: [any Error]
    let decisionError: (any Error)?
    let budget: String?
    let origin: PromiseOrigin?
  }

  private let held: NestedContent<Content>
  let depth: Int

  /// The errors of the attempts, in order.
  public var errors: [any Error] { held.content.errors }

  /// The number of errors that are left out of the middle of ``errors``.
  public let omittedCount: Int

  /// The error with which the decision whether to retry failed, if that ended the attempts.
  public var decisionError: (any Error)? { held.content.decisionError }

  /// The name of the ``RetryBudget`` that was overdrawn, if that ended the attempts (spec 11.11.2).
  public var budget: String? { held.content.budget }

  /// The promise of `retry` or `hedge` that was rejected; `nil` if the error was created otherwise.
  public var origin: PromiseOrigin? { held.content.origin }

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - errors: The errors of the attempts.
  ///   - omittedCount: The number of errors that are left out of the middle of `errors`.
  ///   - decisionError: The error of the decision whether to retry.
  ///   - budget: The name of the budget that was overdrawn.
  public init(
    errors: [any Error],
    omittedCount: Int = 0,
    decisionError: (any Error)? = nil,
    budget: String? = nil
  ) {
    self.init(
      errors,
      omittedCount: omittedCount,
      decisionError: decisionError,
      budget: budget,
      from: nil
    )
  }

  init(
    _ errors: [any Error],
    omittedCount: Int = 0,
    decisionError: (any Error)? = nil,
    budget: String? = nil,
    from origin: PromiseOrigin?
  ) {
    held = NestedContent(
      Content(errors: errors, decisionError: decisionError, budget: budget, origin: origin)
    )
    self.omittedCount = omittedCount
    depth = NestedErrors.depth(holding: errors + [decisionError].compactMap(\.self))
  }

  /// The error of the last attempt.
  public var last: (any Error)? { errors.last }

  /// The origin, the number of attempts, and the last error; deeply nested errors are left out.
  public var description: String { text(levels: NestedErrors.shownLevels) }
}

extension RetryError: CustomReflectable {
  /// A mirror of the errors, or of the description if they are nested deeply.
  public var customMirror: Mirror {
    NestedErrors.mirror(
      of: self,
      [
        "errors": errors, "omittedCount": omittedCount, "decisionError": decisionError,
        "budget": budget,
      ]
    )
  }
}

extension RetryError: ErrorHolding {
  func text(levels: Int) -> String {
    let count = errors.count + omittedCount
    let times = count == 1 ? "once" : "\(count) times"
    let failure = last.map { nested($0, levels: levels) } ?? "none"
    let text = "\(origin.introduction)failed \(times); last error: \(failure)"
    if let budget { return "\(text); the retry budget \(budget.line(limit: .name)) is overdrawn" }
    guard let decisionError else { return text }
    let decision = nested(decisionError, levels: levels)
    return "\(text); the decision to try again failed with \(decision)"
  }

  /// Describes an error; in parentheses if it would read as if it continued this description.
  private func nested(_ error: any Error, levels: Int) -> String {
    let text = NestedErrors.text(of: error, levels: levels)
    return error is RetryError && levels > 0 ? "(\(text))" : text
  }
}
