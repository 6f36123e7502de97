/// The reason why a thread discards promises, which their errors contain.
///
/// It holds while a discard takes place on the thread. So it reaches the whole chain, and the
/// promises that a discard block or a canceled task gives up, without being passed along; and where
/// no reason is given, nothing is allocated.
package final class DiscardReason: Sendable {
  /// The reason that was given; `nil` if none was.
  package let text: String?
  // Boxed once, so that discarding a chain does not allocate.
  private let own: any Error
  private let others: any Error

  /// Creates a reason.
  ///
  /// - Parameters:
  ///   - cause: The cause, for a promise that is discarded itself.
  ///   - text: The reason that was given.
  package convenience init(_ cause: DiscardedError.Cause, _ text: String? = nil) {
    self.init(own: cause, others: .lastConsumer, text)
  }

  private init(own: DiscardedError.Cause, others: DiscardedError.Cause, _ text: String?) {
    self.text = text
    self.own = DiscardedError(cause: own, reason: text)
    self.others = DiscardedError(cause: others, reason: text)
  }

  /// The decision of an owner that gave no reason.
  package static let owner = DiscardReason(.owner)
  /// The discard by a token whose source gave no reason.
  package static let token = DiscardReason(.token)
  /// The end of a time limit, which detaches the last consumer.
  package static let timeout = DiscardReason(own: .owner, others: .timeout, nil)

  /// The reason of the discard that is taking place on this thread.
  static var current: DiscardReason? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: Nesting.discardReason) else {
      return nil
    }
    // SAFETY: `applying` keeps the object, and resets the word before it returns.
    return unsafe Unmanaged<DiscardReason>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the error of a promise that is discarded for this reason.
  ///
  /// - Parameter cause: The cause as seen from the promise: its owner, or its last consumer.
  /// - Returns: The error, with the cause that this reason gives it.
  func error(_ cause: DiscardedError.Cause?) -> any Error {
    switch cause {
    case nil: DiscardedError.boxed
    case .lastConsumer: others
    default: own
    }
  }

  /// Calls `body`, and discards for `reason` meanwhile, if there is one.
  static func applying<Output>(_ reason: DiscardReason?, _ body: () -> Output) -> Output {
    let outer = Nesting.discardReason
    let new = reason.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
    Nesting.discardReason = new ?? outer
    defer { withExtendedLifetime(reason) { Nesting.discardReason = outer } }
    return body()
  }
}
