/// Returns a guarantee of the end of all `guarantees`.
///
/// Resolves immediately if `guarantees` is empty. Handlers without a queue run on the thread that
/// resolves the last one.
///
/// - Parameter guarantees: The guarantees to wait for.
/// - Returns: The guarantee.
public func when(_ guarantees: Guarantee<Void>...) -> Guarantee<Void> {
  when(guarantees: guarantees)
}

/// Same as ``when(guarantees:)-([Guarantee<T>])``, for variadic arguments.
public func when<T>(_ guarantees: Guarantee<T>...) -> Guarantee<[T]> {
  when(guarantees: guarantees)
}

/// Same as ``when(_:)-(Guarantee<Void>...)``, for an array.
public func when(guarantees: [Guarantee<Void>]) -> Guarantee<Void> {
  Guarantee(owning: end(of: guarantees.map(\.inner)))
}

/// Same as ``when(_:)-(Guarantee<Void>...)``, for an array, and with all values in its order.
public func when<T>(guarantees: [Guarantee<T>]) -> Guarantee<[T]> {
  Guarantee(owning: values(of: guarantees.map(\.inner)))
}

/// Same as ``when(guarantees:)-([Guarantee<T>])``, for two guarantees of any types.
public func when<U, V>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>
) -> Guarantee<(U, V)> {
  Guarantee(owning: tuple(of: gu, gv))
}

/// Same as ``when(guarantees:)-([Guarantee<T>])``, for three guarantees of any types.
public func when<U, V, W>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gw: Guarantee<W>
) -> Guarantee<(U, V, W)> {
  Guarantee(owning: tuple(of: gu, gv, gw))
}

/// Same as ``when(guarantees:)-([Guarantee<T>])``, for four guarantees of any types.
public func when<U, V, W, X>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gw: Guarantee<W>,
  _ gx: Guarantee<X>
) -> Guarantee<(U, V, W, X)> {
  Guarantee(owning: tuple(of: gu, gv, gw, gx))
}

/// Same as ``when(guarantees:)-([Guarantee<T>])``, for five guarantees of any types.
public func when<U, V, W, X, Y>(
  guarantees gu: Guarantee<U>,
  _ gv: Guarantee<V>,
  _ gw: Guarantee<W>,
  _ gx: Guarantee<X>,
  _ gy: Guarantee<Y>
) -> Guarantee<(U, V, W, X, Y)> {
  Guarantee(owning: tuple(of: gu, gv, gw, gx, gy))
}
