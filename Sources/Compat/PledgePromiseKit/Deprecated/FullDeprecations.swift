#if PMKFullDeprecations
public import Dispatch

extension Thenable {
  /// The old name of `compactMap(on:flags:_:)`.
  @available(*, deprecated, renamed: "compactMap")
  @preconcurrency
  public func flatMap<U>(
    on: DispatchQueue? = conf.Q.map,
    _ transform: @escaping @Sendable (T) throws -> U?
  ) -> Promise<U> {
    compactMap(on: on, transform)
  }
}

extension Thenable where T: Sequence {
  /// The old name of `mapValues(on:flags:_:)`.
  @available(*, deprecated, renamed: "mapValues")
  @preconcurrency
  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U]> {
    mapValues(on: on, transform)
  }

  /// The old name of ``flatMapValues(on:flags:_:)``.
  @available(*, deprecated, renamed: "flatMapValues")
  @preconcurrency
  public func flatMap<U: Sequence>(
    on: DispatchQueue? = conf.Q.map,
    _ transform: @escaping @Sendable (T.Element) throws -> U
  ) -> Promise<[U.Element]> {
    flatMapValues(on: on, transform)
  }
}
#endif
