/// The reason why a thread discards promises, which their errors contain.
///
/// It holds while a discard takes place on the thread. So it reaches the whole chain, and the
/// promises that a discard block or a canceled task gives up, without being passed along; and where
/// no reason is given, nothing is allocated.
package final class DiscardReason: Sendable {
  /// The cause, for a promise that is discarded itself.
  package let cause: DiscardedError.Cause
  /// The cause, for a promise that loses its last consumer.
  private let lostConsumer: DiscardedError.Cause
  /// The reason that was given; `nil` if none was.
  package let text: String?

  package init(
    _ cause: DiscardedError.Cause,
    lostConsumer: DiscardedError.Cause = .lastConsumer,
    _ text: String? = nil
  ) {
    self.cause = cause
    self.lostConsumer = lostConsumer
    self.text = text
  }

  /// The discard by a bag for which no reason was given.
  package static let bag = DiscardReason(.bag)
  /// The discard by a token whose source gave no reason.
  package static let token = DiscardReason(.token)
  /// The end of a time limit, which detaches the last consumer.
  package static let timeout = DiscardReason(.owner, lostConsumer: .timeout)

  /// The reason of the discard that is taking place on this thread.
  static var current: DiscardReason? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: CurrentThread.discardReason) else {
      return nil
    }
    // SAFETY: `applying` keeps the object, and resets the word before it returns.
    return unsafe Unmanaged<DiscardReason>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the error of a promise that is discarded for this reason.
  ///
  /// - Parameter cause: The cause as seen from the promise: not whether its consumer was lost at a
  ///   time limit.
  /// - Returns: The error.
  func error(_ cause: DiscardedError.Cause?) -> DiscardedError {
    DiscardedError(cause: cause == .lastConsumer ? lostConsumer : cause, reason: text)
  }

  /// Calls `body`, and discards for `reason` meanwhile, if there is one; if it has no text, that of
  /// the surrounding discard stays.
  package static func applying<Output>(_ reason: DiscardReason?, _ body: () -> Output) -> Output {
    guard let reason else { return body() }
    let outer = CurrentThread.discardReason
    let inherited = reason.text == nil ? current?.text : nil
    let new =
      inherited.map { DiscardReason(reason.cause, lostConsumer: reason.lostConsumer, $0) } ?? reason
    CurrentThread.discardReason = unsafe UInt(bitPattern: Unmanaged.passUnretained(new).toOpaque())
    defer { withExtendedLifetime(new) { CurrentThread.discardReason = outer } }
    return body()
  }

  /// Calls `body`, which a discard left for later, for the reason of that discard alone.
  static func resuming(_ reason: DiscardReason?, _ body: () -> Void) {
    suspended { applying(reason, body) }
  }

  /// Returns a closure that calls `body` later, for the reason of the discard that takes place now.
  package static func keeping(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let reason = current else { return body }
    return { resuming(reason, body) }
  }

  /// Calls `body` without the reason: work of another discard, or the handlers of an error.
  @inline(__always) static func suspended(_ body: () -> Void) {
    let current = CurrentThread.discardReason
    if current == 0 { return body() }
    CurrentThread.discardReason = 0
    body()
    CurrentThread.discardReason = current
  }
}
