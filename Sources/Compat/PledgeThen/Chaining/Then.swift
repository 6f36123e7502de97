internal import Pledge

extension Promise {
  /// Runs `block` with the value, and starts the promise.
  ///
  /// - Parameter block: Runs on the thread that settles the promise, or synchronously if it is
  ///   already settled. It does not run for an error; an error rejects the returned promise.
  /// - Returns: A promise for the value that `block` returns.
  @preconcurrency @discardableResult
  public func then<X>(_ block: @escaping @Sendable (_ value: T) -> X) -> Promise<X> {
    // Registers first: the order matters if starting the promise settles it.
    let next = registerThen(block)
    start()
    return next
  }

  /// Runs `block` with the value, starts the promise that it returns, and starts this one.
  ///
  /// - Parameter block: Same as in ``then(_:)-((T)->X)``.
  /// - Returns: A promise that follows the promise that `block` returns.
  @preconcurrency @discardableResult
  public func then<X>(_ block: @escaping @Sendable (_ value: T) -> Promise<X>) -> Promise<X> {
    start()
    return registerThen(block)
  }

  /// Starts `promise` when this one is fulfilled, and starts this one.
  ///
  /// - Parameter promise: The next promise.
  /// - Returns: A promise that follows `promise`.
  @discardableResult
  public func then<X>(_ promise: Promise<X>) -> Promise<X> {
    start()
    return registerThen(promise)
  }

  /// Same as ``then(_:)-((T)->X)``, but does not start the promise.
  @preconcurrency @discardableResult
  public func registerThen<X>(_ block: @escaping @Sendable (_ value: T) -> X) -> Promise<X> {
    derived(upstream.map { value in UncheckedSendable(block(value.value)) })
  }

  /// Same as ``then(_:)-((T)->Promise<X>)``, but does not start this promise now.
  @preconcurrency @discardableResult
  public func registerThen<X>(
    _ block: @escaping @Sendable (_ value: T) -> Promise<X>
  ) -> Promise<X> {
    derived(upstream.flatMap { value in block(value.value).followed })
  }

  /// Same as ``then(_:)-(Promise<X>)``, but does not start this promise now.
  @discardableResult
  public func registerThen<X>(_ promise: Promise<X>) -> Promise<X> {
    derived(upstream.flatMap { _ in promise.followed })
  }

  /// The promise on which to register blocks, after starting this one.
  var started: Inner {
    start()
    return upstream
  }

  /// The promise, started, for one that is settled like it.
  ///
  /// This is `inner`, if possible, because a chain of promises that follow each other is shortened,
  /// but not a chain of stages.
  var followed: Inner {
    start()
    return inner.isPending ? inner : upstream
  }
}
