internal import Pledge

/// Returns a promise for the values of all `thenables`, in their order.
///
/// The first rejection rejects it immediately; the others continue, and their later rejections are
/// dropped. A broken promise counts as pending, unless ``PMKConfiguration/rejectsBrokenPromises``
/// is on. Fulfills with `[]` if `thenables` is empty. Handlers without a queue run on the thread
/// that settles the last one.
///
/// - Parameter thenables: The thenables to wait for.
/// - Returns: A promise for every value.
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.T]> {
  Promise(owning: values(of: thenables.map(\.uncheckedFuture)))
}

/// Same as ``when(fulfilled:)->Promise<[U.T]>``, for promises and guarantees of several types.
public func when(fulfilled thenables: [any Thenable]) -> Promise<[Any]> {
  func values(of thenable: some Thenable) -> Pledge.Future<UncheckedSendable<Any>> {
    // Shared, because it is consumed again if another member is broken.
    thenable.uncheckedFuture.map { UncheckedSendable($0.value as Any) }.shared()
  }
  return Promise(owning: PledgePromiseKit.values(of: thenables.map { values(of: $0) }))
}

/// Same as ``when(fulfilled:)->Promise<[U.T]>``, without the values.
public func when<U: Thenable>(fulfilled promises: U...) -> Promise<Void> where U.T == Void {
  when(fulfilled: promises)
}

/// Same as ``when(fulfilled:)->Promise<[U.T]>``, without the values.
public func when<U: Thenable>(fulfilled promises: [U]) -> Promise<Void> where U.T == Void {
  Promise(owning: end(of: promises.map(\.uncheckedFuture)))
}

/// Same as ``when(fulfilled:)->Promise<[U.T]>``, with the outcomes instead of the values, so that a
/// rejection does not end it.
public func when<T>(resolved promises: Promise<T>...) -> Guarantee<[Result<T>]> {
  when(resolved: promises)
}

/// Same as ``when(resolved:)-(Promise<T>...)``, for an array.
public func when<T>(resolved promises: [Promise<T>]) -> Guarantee<[Result<T>]> {
  Guarantee(
    owning: allSettled(promises.map(\.uncheckedFuture)).map { outcomes in
      UncheckedSendable(try results(of: outcomes))
    }
  )
}

/// Returns the outcomes as results, or throws if one of the promises is broken.
func results<T>(
  of outcomes: [Swift.Result<UncheckedSendable<T>, any Error>]
) throws -> [Result<T>] {
  if let broken = outcomes.lazy.compactMap(\.brokenPromise).first { throw broken }
  return outcomes.compactMap { Result($0) }
}
