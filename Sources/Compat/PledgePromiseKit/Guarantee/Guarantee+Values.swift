public import Dispatch
internal import Pledge
internal import PledgeSupport

extension Guarantee where T: Sequence {
  /// Same as `map(on:flags:_:)`, for each element, in their order.
  @preconcurrency
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U]> {
    map(on: on, flags: flags, trusted { $0.map(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, with the concatenated sequences that `transform` returns.
  @preconcurrency
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U.Element]> {
    map(on: on, flags: flags, trusted { $0.flatMap(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, without the elements for which `transform` returns `nil`.
  @preconcurrency
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U?
  ) -> Guarantee<[U]> {
    map(on: on, flags: flags, trusted { $0.compactMap(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, with the elements that satisfy `isIncluded`.
  @preconcurrency
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (T.Element) -> Bool
  ) -> Guarantee<[T.Element]> {
    map(on: on, flags: flags, trusted { $0.filter(isIncluded) })
  }

  /// Same as `mapValues(on:flags:_:)`, with the elements sorted by `areInIncreasingOrder`.
  @preconcurrency
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ areInIncreasingOrder: @escaping @Sendable (T.Element, T.Element) -> Bool
  ) -> Guarantee<[T.Element]> {
    map(on: on, flags: flags, trusted { $0.sorted(by: areInIncreasingOrder) })
  }
}

extension Guarantee where T: Sequence, T.Element: Comparable {
  /// Same as `mapValues(on:flags:_:)`, with the elements in ascending order.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil
  ) -> Guarantee<[T.Element]> {
    map(on: on, flags: flags, trusted { $0.sorted() })
  }
}

extension Guarantee where T: Sequence {
  /// Same as `then(on:flags:_:)`, for each element, in their order.
  ///
  /// All elements are transformed at once, so their work runs concurrently.
  @preconcurrency
  public func thenMap<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    then(on: on, flags: flags, trusted { when(guarantees: $0.map(transform)) })
  }

  /// Same as ``thenMap(on:flags:_:)``, for any thenables, and with the elements of all values.
  ///
  /// A rejection stops the program. If one is broken, the returned guarantee stays pending.
  @preconcurrency
  public func thenFlatMap<U: Thenable>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) -> U
  ) -> Guarantee<[U.T.Element]> where U.T: Sequence {
    then(on: on, flags: flags, trusted { values($0.map(transform)) })
      .map(on: nil, trusted { $0.flatMap { $0 } })
  }
}

/// Returns a guarantee of all values of thenables that must not be rejected.
private func values<U: Thenable>(_ thenables: [U]) -> Guarantee<[U.T]> {
  let values: Promise<[U.T]> = when(fulfilled: thenables)
  return Guarantee(
    owning: values.inner.mapError { error in
      if error is BrokenPromise || error is BrokenPromiseError || error is CycleError {
        return error
      }
      let text = error.shortDescription
      fatalError("thenFlatMap(on:flags:_:) of a guarantee received a rejected promise: \(text)")
    }
  )
}
