internal import Dispatch
internal import Pledge

/// A promise without a value.
public typealias EmptyPromise = Promise<Void>

/// A promise; for use where this name reads better.
public typealias Async<T> = Promise<T>

/// A promise without a value; for use where this name reads better.
public typealias AsyncTask = Async<Void>

/// Runs `block` on another thread, immediately.
///
///     async { try ..fetchUser() }.then { user in show(user) }
///
/// - Parameter block: The work. It runs on a queue of its own and may block it.
/// - Returns: A promise for the value that `block` returns or the error it throws.
@preconcurrency @discardableResult
public func async<T>(block: @escaping @Sendable () throws -> T) -> Async<T> {
  let queue = DispatchQueue(label: "then.async", attributes: .concurrent)
  let promise = Async<T>(work: { source in
    source.follow(Pledge.Promise(on: queue) { UncheckedSendable(try block()) })
  })
  promise.start()
  return promise
}
