public import Dispatch

extension Promise {
  /// The old name of ``CatchMixin/ensure(on:flags:_:)``.
  @available(*, deprecated, renamed: "ensure")
  @preconcurrency
  public func always(
    on queue: DispatchQueue = .main,
    execute body: @escaping @Sendable () -> Void
  ) -> Promise {
    ensure(on: queue, body)
  }
}

extension Thenable where T: Sequence {
  /// The old name of `filterValues(on:flags:_:)`.
  @available(*, deprecated, renamed: "filterValues")
  @preconcurrency
  public func filter(
    on: DispatchQueue? = conf.Q.map,
    test: @escaping @Sendable (T.Element) -> Bool
  ) -> Promise<[T.Element]> {
    filterValues(on: on, test)
  }
}

extension Thenable where T: Collection {
  /// The old name of ``firstValue``.
  @available(*, deprecated, renamed: "firstValue")
  public var first: Promise<T.Element> { firstValue }

  /// The old name of ``lastValue``.
  @available(*, deprecated, renamed: "lastValue")
  public var last: Promise<T.Element> { lastValue }
}

extension Thenable where T: Sequence, T.Element: Comparable {
  /// The old name of ``sortedValues(on:flags:)``.
  @available(*, deprecated, renamed: "sortedValues")
  public func sorted(on: DispatchQueue? = conf.Q.map) -> Promise<[T.Element]> {
    sortedValues(on: on)
  }
}
