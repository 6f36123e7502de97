// The labels of the article's first edition. With a trailing closure, the newer function is
// preferred.

extension Future {
  /// Same as ``observe(using:)``.
  @_disfavoredOverload @available(*, deprecated, renamed: "observe(using:)")
  @preconcurrency public final func observe(
    with callback: @escaping @Sendable (_ result: Result) -> Void
  ) {
    observe(using: callback)
  }

  /// Same as ``chained(using:)``.
  @_disfavoredOverload @available(*, deprecated, renamed: "chained(using:)")
  @preconcurrency public final func chained<T>(
    with closure: @escaping @Sendable (_ value: Value) throws -> Future<T>
  ) -> Future<T> {
    chained(using: closure)
  }
}
