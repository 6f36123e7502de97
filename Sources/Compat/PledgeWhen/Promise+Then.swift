public import Dispatch
internal import Pledge

extension Promise {
  /// Returns a promise for the result of `body`.
  ///
  /// A rejection skips `body` and rejects the returned promise. Several calls on one promise are
  /// independent.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, and the queue of the returned promise.
  ///   - body: Receives the value. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value that `body` returns.
  @preconcurrency @discardableResult
  public func then<U>(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    let derived = source.map(on: queue.separateJobs) { UncheckedSendable(try body($0.value)) }
    return Promise<U>(queue: queue, following: derived)
  }

  /// Same as the `then` whose `body` returns a value, for a promise to follow.
  @preconcurrency @discardableResult
  public func then<U>(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (T) throws -> Promise<U>
  ) -> Promise<U> {
    let derived = source.flatMap(on: queue.separateJobs) {
      Promise<U>.source(of: try body($0.value))
    }
    return Promise<U>(queue: queue, following: derived)
  }

  /// Same as `then`, on the global queue with background quality of service.
  @preconcurrency @discardableResult
  public func thenInBackground<U>(
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    then(on: .global(qos: .background), body)
  }

  /// Same as `then`, on the global queue with background quality of service.
  @preconcurrency @discardableResult
  public func thenInBackground<U>(
    _ body: @escaping @Sendable (T) throws -> Promise<U>
  ) -> Promise<U> {
    then(on: .global(qos: .background), body)
  }

  /// Returns a promise that is settled like this one on `queue`, without the value.
  public func asVoid(on queue: DispatchQueue = .main) -> Promise<Void> {
    then(on: queue) { _ in }
  }

  /// Returns a promise for the value or, after a rejection, for the result of `body`.
  ///
  /// - Parameters:
  ///   - queue: Where `body` runs, and the queue of the returned promise.
  ///   - body: Receives the error, also a cancellation. If it throws, the returned promise is
  ///     rejected.
  /// - Returns: A promise for the value of this one or of `body`.
  @preconcurrency
  public func recover(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (any Error) throws -> T
  ) -> Promise<T> {
    let derived = source.recover(on: queue.separateJobs) { error in
      if error.isBrokenPromise { throw error }
      return UncheckedSendable(try body(error))
    }
    return Promise(queue: queue, following: derived)
  }

  /// Same as the `recover` whose `body` returns a value, for a promise to follow.
  @preconcurrency
  public func recover(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (any Error) throws -> Promise<T>
  ) -> Promise<T> {
    let derived = source.flatMapError(on: queue.separateJobs) { error in
      if error.isBrokenPromise { throw error }
      return Promise.source(of: try body(error))
    }
    return Promise(queue: queue, following: derived)
  }
}
