/// Says yes once, whoever asks.
package final class Once: Sendable {
  private let isAsked = Locked(false)

  package init() {}

  /// Whether this is the first call.
  ///
  /// Any thread.
  package func callAsFunction() -> Bool {
    isAsked.withLock { isAsked in
      defer { isAsked = true }
      return !isAsked
    }
  }
}
