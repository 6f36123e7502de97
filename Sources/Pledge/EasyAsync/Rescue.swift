internal import PledgeCore

extension Future {
  /// Runs `onError` if this promise is rejected with a reason of its type (spec 13.5).
  ///
  ///     promise.rescue { (error: URLError) in print(error) }
  ///
  /// A reason of another type has not been heard.
  ///
  /// - Parameter onError: Gets the reason, on the thread that settles this promise or at once.
  public final func rescue<Reason>(_ onError: @escaping @Sendable (Reason) -> Void) {
    noted { outcome in
      guard case .failure(let error) = outcome else { return false }
      do {
        onError(try reason(of: error))
        return true
      } catch {
        return false
      }
    }
  }

  /// Returns a promise for what `onError` makes of a reason of its type (spec 13.6).
  ///
  /// A reason of another type rejects the returned promise. Where there is nothing to rescue, the
  /// value passes if it has the returned type, `Void` is fulfilled, and any other type is rejected
  /// with ``NothingToRescueError`` (spec 13.6.6).
  ///
  /// - Parameter onError: Gets the reason, on the thread that settles this promise or at once; if
  ///   it throws, the returned promise is rejected.
  /// - Returns: A promise for what it returns.
  public final func rescue<Reason, Output: Sendable>(
    _ onError: @escaping @Sendable (Reason) throws -> Output
  ) -> Promise<Output> {
    mapResult { result in
      switch result {
      case .success(let value): try passed(value)
      case .failure(let error): try onError(reason(of: error))
      }
    }
  }

  /// Returns a promise chained after the one that `onError` makes of a reason of its type
  /// (spec 13.7); otherwise the same as ``rescue(_:)-((Reason)->Output)``.
  ///
  /// - Parameter onError: Gets the reason, on the thread that settles this promise or at once; if
  ///   it throws, the returned promise is rejected.
  /// - Returns: A promise that settles as what it returns.
  public final func rescue<Reason, Output: Sendable>(
    _ onError: @escaping @Sendable (Reason) throws -> Promise<Output>
  ) -> Promise<Output> {
    rescue(async: onError)
  }

  /// Same as ``rescue(_:)-((Reason)->Promise<Output>)``, for a future.
  ///
  /// - Parameter onError: Gets the reason, on the thread that settles this promise or at once; if
  ///   it throws, the returned promise is rejected.
  /// - Returns: A promise that settles as what it returns.
  public final func rescue<Reason, Output: Sendable>(
    async onError: @escaping @Sendable (Reason) throws -> Future<Output>
  ) -> Promise<Output> {
    flatMapResult { [site] result in
      switch result {
      case .success(let value): Promise(fulfilledWith: try passed(value), at: site)
      case .failure(let error): try onError(reason(of: error))
      }
    }
  }
}

/// The reason that `error` stands for, if it has the type that is asked for (seed 2.3.2).
private func reason<Reason>(of error: any Error) throws -> Reason {
  if let reason = RejectionReasonError.reason(of: error) {
    // A handler of type `Any` gets the bare reason.
    if let bare = reason as? Reason { return bare }
  } else if let nothing = Any?.none as Any as? Reason {
    return nothing
  }
  throw error
}

/// A value that there was no need to rescue.
private func passed<Value, Output>(_ value: Value) throws -> Output {
  if let output = value as? Output { return output }
  guard let nothing = () as? Output else { throw NothingToRescueError() }
  return nothing
}
