public import Dispatch

extension Thenable where T: Sequence {
  /// Starts what `transform` makes of each element, all at once, and returns a promise for the
  /// values in the order of the elements; see ``when(fulfilled:)->Promise<[U.T]>``.
  ///
  /// A rejection passes without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that `transform` runs on; `nil` for the thread that settles this.
  ///   - flags: How it is put there.
  ///   - transform: Gets each element; if it throws, the returned promise is rejected.
  /// - Returns: A promise for an array.
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

/// All values: the general `when`, whose namesake for `Void` the compiler would prefer.
private func all<U: Thenable>(_ thenables: [U]) -> Promise<[U.T]> {
  when(fulfilled: thenables)
}
