/// Same as ``when(fulfilled:)->Promise<[U.T]>``, for promises and guarantees of any types.
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U,
  _ pv: V
) -> Promise<(U.T, V.T)> {
  Promise(owning: tuple(of: pu, pv))
}

/// Same as ``when(fulfilled:_:)``, for three arguments.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W
) -> Promise<(U.T, V.T, W.T)> {
  Promise(owning: tuple(of: pu, pv, pw))
}

/// Same as ``when(fulfilled:_:)``, for four arguments.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W,
  _ px: X
) -> Promise<(U.T, V.T, W.T, X.T)> {
  Promise(owning: tuple(of: pu, pv, pw, px))
}

/// Same as ``when(fulfilled:_:)``, for five arguments.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W,
  _ px: X,
  _ py: Y
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  Promise(owning: tuple(of: pu, pv, pw, px, py))
}
