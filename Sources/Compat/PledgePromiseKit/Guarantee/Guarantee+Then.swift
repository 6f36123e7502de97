public import Dispatch
internal import Pledge

extension Guarantee {
  /// Returns a guarantee of the value of the one that `body` makes of the value.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that resolves this.
  ///   - flags: How it is put there.
  ///   - body: Gets the value.
  /// - Returns: A guarantee of the value of the second one.
  @preconcurrency @discardableResult
  public func then<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    Guarantee<U>(
      newborn: inner.flatMap(through: Hop(on, flags)) { value in body(value.value).inner }
    )
  }
}
