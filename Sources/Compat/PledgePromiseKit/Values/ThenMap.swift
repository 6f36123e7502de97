public import Dispatch

extension Thenable where T: Sequence {
  /// Same as `then(on:flags:_:)`, for each element, in their order.
  ///
  /// All elements are transformed at once, so their work runs concurrently; see
  /// ``when(fulfilled:)->Promise<[U.T]>``.
  @preconcurrency
  public func thenMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.T]> {
    then(on: on, flags: flags, trusted { all(try $0.map(transform)) })
  }

  /// Same as ``thenMap(on:flags:_:)``, with the elements of all values.
  @preconcurrency
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.T.Element]> where U.T: Sequence {
    thenMap(on: on, flags: flags, transform).map(on: nil, trusted { $0.flatMap { $0 } })
  }
}

/// Calls the general `when`; without this wrapper, the compiler would prefer the overload for
/// `Void`.
private func all<U: Thenable>(_ thenables: [U]) -> Promise<[U.T]> {
  when(fulfilled: thenables)
}
