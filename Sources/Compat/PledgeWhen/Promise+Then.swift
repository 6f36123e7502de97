public import Dispatch

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
    let next = Promise<U>(queue: queue)
    core.derive(next.core, on: queue) { try body($0.get()) }
    return next
  }

  /// Returns a promise that follows the promise that `body` returns for the value.
  ///
  /// Same as the `then` whose `body` returns a value.
  @preconcurrency @discardableResult
  public func then<U>(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (T) throws -> Promise<U>
  ) -> Promise<U> {
    let next = Promise<U>(queue: queue)
    core.deriveFlat(next.core, on: queue) { try body($0.get()) }
    return next
  }

  /// Same as `then`, on the global queue of the background quality of service.
  @preconcurrency @discardableResult
  public func thenInBackground<U>(
    _ body: @escaping @Sendable (T) throws -> U
  ) -> Promise<U> {
    then(on: .global(qos: .background), body)
  }

  /// Same as `then`, on the global queue of the background quality of service.
  @preconcurrency @discardableResult
  public func thenInBackground<U>(
    _ body: @escaping @Sendable (T) throws -> Promise<U>
  ) -> Promise<U> {
    then(on: .global(qos: .background), body)
  }

  /// Returns a promise that is settled like this one, without the value.
  ///
  /// - Parameter queue: The queue of the returned promise.
  /// - Returns: The promise.
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
    let next = Promise(queue: queue)
    core.derive(next.core, on: queue) { result in
      switch result {
      case .success(let value): value
      case .failure(let error): try body(error)
      }
    }
    return next
  }

  /// Returns a promise for the value or, after a rejection, one that follows the promise that
  /// `body` returns.
  ///
  /// Same as the `recover` whose `body` returns a value.
  @preconcurrency
  public func recover(
    on queue: DispatchQueue = .main,
    _ body: @escaping @Sendable (any Error) throws -> Promise<T>
  ) -> Promise<T> {
    let next = Promise(queue: queue)
    core.deriveFlat(next.core, on: queue) { result in
      switch result {
      case .success(let value): Promise(queue: queue, state: .resolved(value: value))
      case .failure(let error): try body(error)
      }
    }
    return next
  }
}
