internal import Dispatch
internal import Pledge

/// A promise without a value.
public typealias EmptyPromise = Promise<Void>

/// A promise, where it reads better so.
public typealias Async<T> = Promise<T>

/// A promise without a value, where it reads better so.
public typealias AsyncTask = Async<Void>

/// Runs `block` on another thread, from now on.
///
///     async { try ..fetchUser() }.then { user in show(user) }
///
/// - Parameter block: The work, on a queue of its own, which it may block.
/// - Returns: A promise for what it returns or throws.
@preconcurrency @discardableResult
public func async<T>(block: @escaping @Sendable () throws -> T) -> Async<T> {
  let queue = DispatchQueue(label: "then.async", attributes: .concurrent)
  let promise = Async<T>(work: { source in
    source.follow(Pledge.Promise(on: queue) { UncheckedSendable(try block()) })
  })
  promise.start()
  return promise
}
