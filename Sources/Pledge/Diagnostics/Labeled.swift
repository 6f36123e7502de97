public import PledgeCore

extension Future {
  /// Names this promise in diagnostics (spec 18.4).
  ///
  ///     func loadUser(_ id: Int) -> Future<User> {
  ///       load(id).labeled("user \(id)")
  ///     }
  ///
  /// Explanations, debug descriptions, and lists of pending promises show the label, to distinguish
  /// promises that were created at the same source location. While an observer is installed, so do
  /// reports, traces, logs, and spans, and stages derived afterward have the same label until they
  /// are given their own; see ``Diagnostics/keepLabels()``.
  ///
  /// If this promise has a label, the new one replaces it. The label is kept as long as this
  /// promise. It does not affect the outcome, nor whether the promise is discarded.
  ///
  /// - Parameter label: The label. Evaluated before this method returns.
  /// - Returns: This promise.
  /// - Complexity: O(1), amortized: a few allocations and a lock. Promises without a label cost
  ///   nothing more.
  @discardableResult
  @inlinable
  public final func labeled(_ label: @autoclosure () -> String) -> Self {
    Instrumentation.setLabel(label(), of: self)
    return self
  }
}
