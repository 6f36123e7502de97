internal import Pledge

extension Promise {
  /// Runs `block` with the value, and starts the promise.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or at once; not for an error,
  ///   which rejects the returned promise.
  /// - Returns: A promise for what `block` returns.
  @preconcurrency @discardableResult
  public func then<X>(_ block: @escaping @Sendable (_ value: T) -> X) -> Promise<X> {
    // In this order: of a promise that is settled within its start, all the same.
    let next = registerThen(block)
    start()
    return next
  }

  /// Runs `block` with the value, starts the promise that it returns, and starts this one.
  ///
  /// - Parameter block: As that of ``then(_:)-((T)->X)``.
  /// - Returns: A promise that settles as the one that `block` returns.
  @preconcurrency @discardableResult
  public func then<X>(_ block: @escaping @Sendable (_ value: T) -> Promise<X>) -> Promise<X> {
    start()
    return registerThen(block)
  }

  /// Starts `promise` when there is a value, and starts this one.
  ///
  /// - Parameter promise: What comes next.
  /// - Returns: A promise that settles as `promise`.
  @discardableResult
  public func then<X>(_ promise: Promise<X>) -> Promise<X> {
    start()
    return registerThen(promise)
  }

  /// Same as ``then(_:)-((T)->X)``, without starting anything.
  @preconcurrency @discardableResult
  public func registerThen<X>(_ block: @escaping @Sendable (_ value: T) -> X) -> Promise<X> {
    derived(upstream.map { value in UncheckedSendable(block(value.value)) })
  }

  /// Same as ``then(_:)-((T)->Promise<X>)``, without starting anything now.
  @preconcurrency @discardableResult
  public func registerThen<X>(
    _ block: @escaping @Sendable (_ value: T) -> Promise<X>
  ) -> Promise<X> {
    derived(upstream.flatMap { value in block(value.value).started })
  }

  /// Same as ``then(_:)-(Promise<X>)``, without starting anything now.
  @discardableResult
  public func registerThen<X>(_ promise: Promise<X>) -> Promise<X> {
    derived(upstream.flatMap { _ in promise.started })
  }

  /// What a promise settles as that has now been started.
  var started: Inner {
    start()
    return upstream
  }
}
