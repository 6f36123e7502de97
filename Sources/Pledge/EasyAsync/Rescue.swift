internal import PledgeCore

extension Future {
  /// Calls `onError` if this promise is rejected with a reason of type `Reason`.
  ///
  ///     promise.rescue { (error: URLError) in print(error) }
  ///
  /// A reason of another type remains unhandled (spec 13.5).
  ///
  /// - Parameter onError: A closure that receives the reason. Runs on the thread that settles this
  ///   promise, or immediately if it is already settled.
  public final func rescue<Reason>(_ onError: @escaping @Sendable (Reason) -> Void) {
    noted { outcome, _ in
      guard case .failure(let error) = outcome else { return false }
      do {
        onError(try reason(of: error))
        return true
      } catch {
        return false
      }
    }
  }

  /// Returns a promise for the result of calling `onError` with a reason of type `Reason`.
  ///
  /// A reason of another type rejects the returned promise (spec 13.6). If this promise is
  /// fulfilled, its value is passed on if it is an `Output`. Otherwise, the returned promise is
  /// fulfilled if `Output` is `Void`, and rejected with ``NothingToRescueError`` if it is any other
  /// type (spec 13.6.6).
  ///
  /// - Parameter onError: A closure that receives the reason. Runs on the thread that settles this
  ///   promise, or immediately if it is already settled. If it throws, the returned promise is
  ///   rejected with the error.
  /// - Returns: A promise for the result of `onError`.
  public final func rescue<Reason, Output: Sendable>(
    _ onError: @escaping @Sendable (Reason) throws -> Output
  ) -> Promise<Output> {
    let rescuing = ResultMapping<Value, Output> { result in
      switch result {
      case .success(let value): try passed(value)
      case .failure(let error): try onError(reason(of: error))
      }
    }
    return stage(Named(Names.ResultConversion.self, rescuing))
  }

  /// Returns a promise that settles with the outcome of the promise that `onError` returns for a
  /// reason of type `Reason`.
  ///
  /// In all other cases, this method acts like ``rescue(_:)-((Reason)->Output)`` (spec 13.7).
  ///
  /// - Parameter onError: A closure that receives the reason and returns another promise. Runs on
  ///   the thread that settles this promise, or immediately if it is already settled. If it throws,
  ///   the returned promise is rejected with the error.
  /// - Returns: A promise with the outcome of the promise that `onError` returns.
  public final func rescue<Reason, Output: Sendable>(
    _ onError: @escaping @Sendable (Reason) throws -> Promise<Output>
  ) -> Promise<Output> {
    rescue(async: onError)
  }

  /// Same as ``rescue(_:)-((Reason)->Promise<Output>)``, for a closure that returns a future.
  ///
  /// - Parameter onError: A closure that receives the reason and returns another promise. Runs on
  ///   the thread that settles this promise, or immediately if it is already settled. If it throws,
  ///   the returned promise is rejected with the error.
  /// - Returns: A promise with the outcome of the promise that `onError` returns.
  public final func rescue<Reason, Output: Sendable>(
    async onError: @escaping @Sendable (Reason) throws -> Future<Output>
  ) -> Promise<Output> {
    let rescuing = ResultFlatMapping<Value, Output> { [site] result in
      switch result {
      case .success(let value): Promise(fulfilledWith: try passed(value), at: site)
      case .failure(let error): try onError(reason(of: error))
      }
    }
    return stage(Named(Names.AsyncRescue.self, rescuing))
  }
}

/// Returns the reason of `error`, or throws `error` if the reason is not a `Reason` (seed 2.3.2).
private func reason<Reason>(of error: any Error) throws -> Reason {
  if let reason = RejectionReasonError.reason(of: error) {
    // A handler for `Any` receives the reason itself, not an optional.
    if let bare = reason as? Reason { return bare }
  } else if let nothing = Any?.none as Any as? Reason {
    return nothing
  }
  throw error
}

/// Converts the value of a fulfilled promise to `Output`, or throws ``NothingToRescueError``.
private func passed<Value, Output>(_ value: Value) throws -> Output {
  if let output = value as? Output { return output }
  guard let nothing = () as? Output else { throw NothingToRescueError() }
  return nothing
}
