public import Dispatch

extension Thenable where T: Sequence {
  /// Same as `map(on:flags:_:)`, for each element, in their order.
  @preconcurrency
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U]> {
    map(on: on, flags: flags, trusted { try $0.map(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, with the concatenated sequences that `transform` returns.
  @preconcurrency
  public func flatMapValues<U: Sequence>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.Element]> {
    map(on: on, flags: flags, trusted { try $0.flatMap(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, without the elements for which `transform` returns `nil`.
  @preconcurrency
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ transform: @escaping @Sendable (T.Element) throws -> U?
  ) -> Promise<[U]> {
    map(on: on, flags: flags, trusted { try $0.compactMap(transform) })
  }

  /// Same as `mapValues(on:flags:_:)`, with the elements that satisfy `isIncluded`.
  @preconcurrency
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ isIncluded: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<[T.Element]> {
    map(on: on, flags: flags, trusted { $0.filter(isIncluded) })
  }
}

extension Thenable where T: Sequence, T.Element: Comparable {
  /// Same as `mapValues(on:flags:_:)`, with the elements in ascending order.
  public func sortedValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil
  ) -> Promise<[T.Element]> {
    map(on: on, flags: flags, trusted { $0.sorted() })
  }
}
