public import Dispatch
internal import Pledge

// The functions of Map.swift and Values.swift for a key path that is stored in a variable; a
// literal is converted to a closure. `@_disfavoredOverload` keeps literals unambiguous.

extension Thenable {
  /// Returns a promise for the property at `keyPath` of the value.
  ///
  /// A rejection passes without a hop.
  ///
  /// - Parameters:
  ///   - on: The queue that reads the property; `nil` for the thread that settles this.
  ///   - flags: The flags of the work item.
  ///   - keyPath: The property.
  /// - Returns: A promise for the property.
  @_disfavoredOverload
  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T, U>
  ) -> Promise<U> {
    map(on: on, flags: flags, reading(keyPath))
  }

  /// Same as `map(on:flags:_:)`, except that `nil` rejects with
  /// ``PMKError/compactMap(_:_:)``.
  @_disfavoredOverload
  public func compactMap<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T, U?>
  ) -> Promise<U> {
    compactMap(on: on, flags: flags, reading(keyPath))
  }
}

extension Thenable where T: Sequence {
  /// Same as `map(on:flags:_:)`, for the property of each element, in their order.
  @_disfavoredOverload
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, U>
  ) -> Promise<[U]> {
    mapValues(on: on, flags: flags, reading(keyPath))
  }

  /// Same as `mapValues(on:flags:_:)`, without the elements whose property is `nil`.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, U?>
  ) -> Promise<[U]> {
    compactMapValues(on: on, flags: flags, reading(keyPath))
  }

  /// Same as `map(on:flags:_:)`, for the elements whose property is `true`.
  @_disfavoredOverload
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, Bool>
  ) -> Promise<[T.Element]> {
    filterValues(on: on, flags: flags, reading(keyPath))
  }
}

extension Guarantee {
  /// Returns a guarantee of the property at `keyPath`; otherwise the same as for a promise.
  @_disfavoredOverload
  public func map<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T, U>
  ) -> Guarantee<U> {
    map(on: on, flags: flags, reading(keyPath))
  }
}

extension Guarantee where T: Sequence {
  /// Same as `map(on:flags:_:)`, for the property of each element, in their order.
  @_disfavoredOverload
  public func mapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, U>
  ) -> Guarantee<[U]> {
    mapValues(on: on, flags: flags, reading(keyPath))
  }

  /// Same as `mapValues(on:flags:_:)`, without the elements whose property is `nil`.
  @_disfavoredOverload
  public func compactMapValues<U>(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, U?>
  ) -> Guarantee<[U]> {
    compactMapValues(on: on, flags: flags, reading(keyPath))
  }

  /// Same as `map(on:flags:_:)`, for the elements whose property is `true`.
  @_disfavoredOverload
  public func filterValues(
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ keyPath: KeyPath<T.Element, Bool>
  ) -> Guarantee<[T.Element]> {
    filterValues(on: on, flags: flags, reading(keyPath))
  }
}

/// Returns a closure that reads a property.
///
/// The compiler does not check whether the key path may be sent to another thread, as for values.
private func reading<Root, Value>(
  _ keyPath: KeyPath<Root, Value>
) -> @Sendable (Root) -> Value {
  let keyPath = UncheckedSendable(keyPath)
  return { $0[keyPath: keyPath.value] }
}
