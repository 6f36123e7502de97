public import Dispatch
internal import Pledge

extension Thenable {
  /// Returns a promise for the result of `transform`.
  ///
  /// A rejection passes without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `transform` runs on; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - transform: Receives the value. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the transformed value.
  @preconcurrency
  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    Promise(
      owning: uncheckedFuture.map(through: Hop(on, flags)) { value in
        UncheckedSendable(try transform(value.value))
      }
    )
  }

  /// Same as `map(on:flags:_:)`, except that `nil` rejects with ``PMKError/compactMap(_:_:)``.
  @preconcurrency
  public func compactMap<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T) throws -> U?
  ) -> Promise<U> {
    map(on: on, flags: flags) { value in
      guard let transformed = try transform(value) else {
        throw PMKError.compactMap(of: value, to: U.self)
      }
      return transformed
    }
  }
}
