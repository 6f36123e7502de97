public import Dispatch
internal import Pledge
internal import PledgeSupport

extension Promises {
  /// Starts `promises` and waits until all are settled.
  ///
  /// - Parameters:
  ///   - promises: The promises to wait for.
  ///   - callbackQueue: The queue of the outcome; by default, the current operation queue or, if
  ///     there is none, the main queue.
  /// - Returns: A promise for the values in the order of fulfillment, or the last error.
  public static func whenAll<T>(
    _ promises: [Promise<T>],
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    let all = lazyWhenAll(promises, callbackQueue: callbackQueue)
    all.start()
    return all
  }

  /// Same as ``whenAll(_:callbackQueue:)-([Promise<T>],_)``, for variadic arguments.
  public static func whenAll<T>(
    _ promises: Promise<T>...,
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    whenAll(promises, callbackQueue: callbackQueue)
  }

  /// Same as ``whenAll(_:callbackQueue:)-([Promise<T>],_)``, with all elements in one array.
  public static func whenAll<T>(
    _ promises: [Promise<[T]>],
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    let all = lazyWhenAll(promises, callbackQueue: callbackQueue)
    all.start()
    return all
  }

  /// Same as ``whenAll(_:callbackQueue:)-([Promise<[T]>],_)``, for variadic arguments.
  public static func whenAll<T>(
    _ promises: Promise<[T]>...,
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    whenAll(promises, callbackQueue: callbackQueue)
  }

  /// Same as ``whenAll(_:callbackQueue:)-([Promise<T>],_)``, but starts them only when it is
  /// started.
  public static func lazyWhenAll<T>(
    _ promises: [Promise<T>],
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    Promise(startedBy: {
      gathered(promises, on: callbackQueue) { values, value in values.append(value) }
    })
  }

  /// Same as ``lazyWhenAll(_:callbackQueue:)-([Promise<T>],_)``, for variadic arguments.
  public static func lazyWhenAll<T>(
    _ promises: Promise<T>...,
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    lazyWhenAll(promises, callbackQueue: callbackQueue)
  }

  /// Same as ``lazyWhenAll(_:callbackQueue:)-([Promise<T>],_)``, with all elements in one array.
  public static func lazyWhenAll<T>(
    _ promises: [Promise<[T]>],
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    Promise(startedBy: {
      gathered(promises, on: callbackQueue) { all, values in all += values }
    })
  }

  /// Same as ``lazyWhenAll(_:callbackQueue:)-([Promise<[T]>],_)``, for variadic arguments.
  public static func lazyWhenAll<T>(
    _ promises: Promise<[T]>...,
    callbackQueue: DispatchQueue? = nil
  ) -> Promise<[T]> {
    lazyWhenAll(promises, callbackQueue: callbackQueue)
  }

  /// Starts all promises and collects their values in the order of fulfillment.
  private static func gathered<Value, Element>(
    _ promises: [Promise<Value>],
    on callbackQueue: DispatchQueue?,
    by add: @escaping @Sendable (inout [Element], Value) -> Void
  ) -> Pledge.Promise<UncheckedSendable<[Element]>> {
    let values = Locked<[Element]>([])
    let last = LastError()
    let members = promises.map { promise in
      promise.started.observe { outcome in
        switch outcome {
        case .success(let value): values.withLock { add(&$0, value.value) }
        case .failure(let error): last.note(error)
        }
      }
    }
    let context =
      callbackQueue.map { .queue($0) } ?? CallbackContext.current(or: DispatchQueue.main)
    return allSettled(members).map(on: context) { _ in
      try last.check()
      return UncheckedSendable(values.withLock { $0 })
    }
  }
}
