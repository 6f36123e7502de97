public import Dispatch
internal import Pledge

extension Promise {
  /// A handler of a value.
  public typealias Then<Result> = (Value) throws -> Result

  /// Runs `work` with the value and returns a promise that follows the promise that `work` returns.
  ///
  /// A rejection passes to the returned promise through the queue, too.
  ///
  /// - Parameters:
  ///   - queue: Where `work` runs, asynchronously.
  ///   - work: Receives the value. If it throws, the returned promise is rejected.
  /// - Returns: A promise for the value of the inner promise.
  @discardableResult @preconcurrency
  public func then<Result>(
    on queue: DispatchQueue = .promises,
    _ work: @escaping @Sendable (Value) throws -> Promise<Result>
  ) -> Promise<Result> {
    chain(on: queue) { outcome in
      switch outcome {
      case .fulfilled(let value): try work(value.received).followed
      case .rejected(let error): Pledge.Promise(value: .rejected(error))
      }
    }
  }

  /// Same as ``then(on:_:)-(_,(Value)->Promise<Result>)``, for a result, which may be an error that
  /// rejects the returned promise.
  @discardableResult @preconcurrency
  public func then<Result>(
    on queue: DispatchQueue = .promises,
    _ work: @escaping @Sendable (Value) throws -> Result
  ) -> Promise<Result> {
    stage(on: queue) { $0.map(work) }
  }

  /// Same as ``then(on:_:)-(_,(Value)->Promise<Result>)``, for the value that `work` received.
  ///
  /// For a `nil` of type `Any?`, this is `NSNull`.
  @discardableResult @preconcurrency
  public func then(
    on queue: DispatchQueue = .promises,
    _ work: @escaping @Sendable (Value) throws -> Void
  ) -> Promise {
    stage(on: queue) { outcome in
      outcome.map { value in
        try work(value)
        return value
      }
    }
  }
}
