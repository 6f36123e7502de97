internal import Pledge

extension Future {
  /// Returns a future that settles as the one that `closure` makes of the value.
  ///
  /// - Parameter closure: Runs on the thread that settles this future, or at once if it is settled;
  ///   not for an error, which rejects the returned future, as one that is thrown does.
  /// - Returns: A future for the value of the second one.
  @preconcurrency public final func chained<T>(
    using closure: @escaping @Sendable (_ value: Value) throws -> Future<T>
  ) -> Future<T> {
    Future<T>(derived: inner.flatMap { value in try closure(value.value).inner })
  }

  /// Returns a future for what `closure` makes of the value.
  ///
  /// - Parameter closure: As that of ``chained(using:)``.
  /// - Returns: A future for what `closure` returns.
  @preconcurrency public final func transformed<T>(
    with closure: @escaping @Sendable (_ value: Value) throws -> T
  ) -> Future<T> {
    Future<T>(derived: inner.map { value in UncheckedSendable(try closure(value.value)) })
  }
}
