internal import Pledge

/// Returns a promise for the values of all, which may be promises and guarantees of any types.
///
/// The first rejection rejects it at once; the others go on, and what they are rejected with later is
/// dropped. Handlers that run at once do so on the thread that settles the last one.
///
/// - Returns: A promise for every value.
public func when<U: Thenable, V: Thenable>(
  fulfilled pu: U,
  _ pv: V
) -> Promise<(U.T, V.T)> {
  let members = (pu.uncheckedFuture, pv.uncheckedFuture)
  let whole = showProgress(of: members.0, members.1) { all(members.0, members.1) }
  return Promise(newborn: whole.map { UncheckedSendable(($0.0.value, $0.1.value)) })
}

/// Same as ``when(fulfilled:_:)``, for more.
public func when<U: Thenable, V: Thenable, W: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W
) -> Promise<(U.T, V.T, W.T)> {
  let members = (pu.uncheckedFuture, pv.uncheckedFuture, pw.uncheckedFuture)
  let whole = showProgress(of: members.0, members.1, members.2) { all(members.0, members.1, members.2) }
  return Promise(newborn: whole.map { UncheckedSendable(($0.0.value, $0.1.value, $0.2.value)) })
}

/// Same as ``when(fulfilled:_:)``, for more.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W,
  _ px: X
) -> Promise<(U.T, V.T, W.T, X.T)> {
  let members = (pu.uncheckedFuture, pv.uncheckedFuture, pw.uncheckedFuture, px.uncheckedFuture)
  let whole = showProgress(of: members.0, members.1, members.2, members.3) { all(members.0, members.1, members.2, members.3) }
  return Promise(newborn: whole.map { UncheckedSendable(($0.0.value, $0.1.value, $0.2.value, $0.3.value)) })
}

/// Same as ``when(fulfilled:_:)``, for more.
public func when<U: Thenable, V: Thenable, W: Thenable, X: Thenable, Y: Thenable>(
  fulfilled pu: U,
  _ pv: V,
  _ pw: W,
  _ px: X,
  _ py: Y
) -> Promise<(U.T, V.T, W.T, X.T, Y.T)> {
  let members = (pu.uncheckedFuture, pv.uncheckedFuture, pw.uncheckedFuture, px.uncheckedFuture, py.uncheckedFuture)
  let whole = showProgress(of: members.0, members.1, members.2, members.3, members.4) { all(members.0, members.1, members.2, members.3, members.4) }
  return Promise(newborn: whole.map { UncheckedSendable(($0.0.value, $0.1.value, $0.2.value, $0.3.value, $0.4.value)) })
}
