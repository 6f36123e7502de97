/// Waits for a promise and throws its error.
prefix operator ..

/// Waits for a promise and returns `nil` for an error.
prefix operator ..?

/// Same as ``awaitPromise(_:)``.
@discardableResult
public prefix func .. <T>(promise: Promise<T>) throws -> T {
  try awaitPromise(promise)
}

/// Same as ``awaitPromise(_:)``; without a promise, throws ``PromiseError/unwrappingFailed``.
@discardableResult
public prefix func .. <T>(promise: Promise<T>?) throws -> T {
  guard let promise else { throw PromiseError.unwrappingFailed }
  return try awaitPromise(promise)
}

/// Same as ``awaitPromise(_:)``, but returns `nil` for an error.
@discardableResult
public prefix func ..? <T>(promise: Promise<T>) -> T? {
  try? awaitPromise(promise)
}

/// Same as ``awaitPromise(_:)``, but returns `nil` for an error or without a promise.
@discardableResult
public prefix func ..? <T>(promise: Promise<T>?) -> T? {
  promise.flatMap { try? awaitPromise($0) }
}
