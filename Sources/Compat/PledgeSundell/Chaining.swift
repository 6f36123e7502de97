internal import Pledge

extension Future {
  /// Returns a future that follows the future that `closure` returns for the value.
  ///
  /// - Parameter closure: Runs on the thread that settles this future, or synchronously if it is
  ///   already settled. It does not run for an error. That error, or one that `closure` throws,
  ///   rejects the returned future.
  /// - Returns: A future for the value of the inner future.
  @preconcurrency public final func chained<T>(
    using closure: @escaping @Sendable (_ value: Value) throws -> Future<T>
  ) -> Future<T> {
    Future<T>(derived: inner.flatMap { value in try closure(value.value).inner })
  }

  /// Returns a future for the result of `closure`.
  ///
  /// - Parameter closure: Same as in ``chained(using:)``.
  /// - Returns: A future for the value that `closure` returns.
  @preconcurrency public final func transformed<T>(
    with closure: @escaping @Sendable (_ value: Value) throws -> T
  ) -> Future<T> {
    Future<T>(derived: inner.map { value in UncheckedSendable(try closure(value.value)) })
  }
}
