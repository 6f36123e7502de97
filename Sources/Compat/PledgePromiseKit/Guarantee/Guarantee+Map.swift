public import Dispatch
internal import Pledge

extension Guarantee {
  /// Returns a guarantee of the result of `transform`.
  ///
  /// - Parameters:
  ///   - on: The queue that `transform` runs on; `nil` for the thread that resolves this.
  ///   - flags: The flags of the work item.
  ///   - transform: Receives the value.
  /// - Returns: A guarantee of the transformed value.
  @preconcurrency
  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T) -> U
  ) -> Guarantee<U> {
    Guarantee<U>(
      owning: inner.map(through: Hop(on, flags)) { value in
        UncheckedSendable(transform(value.value))
      }
    )
  }

  /// Same as `map(on:flags:_:)`, on another queue by default, and without a result.
  @preconcurrency @discardableResult
  public func done(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<Void> {
    map(on: on, flags: flags, body)
  }

  /// Same as ``done(on:flags:_:)``, except that the returned guarantee has the value.
  @preconcurrency
  public func get(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Void
  ) -> Guarantee<T> {
    map(on: on, flags: flags) { value in
      body(value)
      return value
    }
  }

  /// Returns a guarantee that drops the value, without a hop.
  ///
  /// - Returns: The guarantee.
  public func asVoid() -> Guarantee<Void> {
    map(on: nil) { _ in }
  }
}
