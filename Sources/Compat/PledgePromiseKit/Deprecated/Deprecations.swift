public import Dispatch

extension Promise {
  /// The old name of ``CatchMixin/ensure(on:flags:_:)``.
  ///
  /// - Parameters:
  ///   - queue: The queue that `body` runs on.
  ///   - body: The closure to run.
  /// - Returns: A promise with the same outcome, after `body` has run.
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
  ///
  /// - Parameters:
  ///   - on: The queue that `test` runs on; `nil` for the thread that settles this.
  ///   - test: Receives each element.
  /// - Returns: A promise for the elements that satisfy `test`.
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
  ///
  /// - Parameter on: The queue that sorts; `nil` for the thread that settles this.
  /// - Returns: A promise for the elements in ascending order.
  @available(*, deprecated, renamed: "sortedValues")
  public func sorted(on: DispatchQueue? = conf.Q.map) -> Promise<[T.Element]> {
    sortedValues(on: on)
  }
}
