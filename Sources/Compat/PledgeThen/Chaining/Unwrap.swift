internal import Pledge

/// Returns a promise for the value of an optional.
///
/// - Parameter param: The optional.
/// - Returns: A dormant promise, rejected with ``PromiseError/unwrappingFailed`` for `nil`.
public func unwrap<T>(_ param: T?) -> Promise<T> {
  param.map { .resolve($0) } ?? .reject(PromiseError.unwrappingFailed)
}

extension Promise {
  /// Turns any error into `nil`.
  ///
  /// Does not start the promise.
  ///
  /// - Returns: A promise that is not rejected.
  public func convertErrorToNil() -> Promise<T?> {
    let optional = upstream.map { value in UncheckedSendable(Optional(value.value)) }
    return derived(optional.recover(if: \.reachesBlocks) { _ in UncheckedSendable(nil) })
  }

  /// Starts the promise, and selects the first element.
  ///
  /// - Returns: A promise for the element, rejected with ``PromiseError/unwrappingFailed`` if there
  ///   is none.
  public func first<E>() -> Promise<E> where T == [E] {
    then { elements in unwrap(elements.first) }
  }

  /// Same as ``first()``, for the last element.
  public func last<E>() -> Promise<E> where T == [E] {
    then { elements in unwrap(elements.last) }
  }
}
