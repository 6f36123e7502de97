public import PledgeCore

extension Future {
  /// Names this promise in diagnostics (spec 18.4).
  ///
  ///     func loadUser(_ id: Int) -> Future<User> {
  ///       load(id).labeled("user \(id)")
  ///     }
  ///
  /// Reports, explanations, traces, logs, and spans show the label, to distinguish promises that
  /// were created at the same source location. Stages derived afterward have the same label until
  /// they are given their own. If this promise has a label, the new one replaces it.
  ///
  /// Labels are kept while an observer is installed; see ``Diagnostics``. Otherwise, this method
  /// costs one relaxed load, and `label` is not evaluated. The label does not affect the outcome of
  /// the promise, nor whether it is discarded.
  ///
  /// - Parameter label: The label. Evaluated before this method returns, or not at all.
  /// - Returns: This promise.
  @discardableResult
  @inlinable
  public final func labeled(_ label: @autoclosure () -> String) -> Self {
    if InstrumentationFlags.current.includeAny(of: .events) {
      Instrumentation.setLabel(label(), of: self)
    }
    return self
  }
}
