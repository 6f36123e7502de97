public import Dispatch
internal import Pledge

extension Guarantee {
  /// Returns a guarantee that follows the guarantee that `body` returns for the value.
  ///
  /// - Parameters:
  ///   - on: The queue that `body` runs on; `nil` for the thread that resolves this.
  ///   - flags: The flags of the work item.
  ///   - body: Receives the value.
  /// - Returns: A guarantee of the value of the inner guarantee.
  @preconcurrency @discardableResult
  public func then<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (T) -> Guarantee<U>
  ) -> Guarantee<U> {
    Guarantee<U>(
      owning: inner.flatMap(through: Hop(on, flags)) { value in body(value.value).inner }
    )
  }
}
