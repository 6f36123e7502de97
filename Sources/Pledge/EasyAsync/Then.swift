internal import PledgeCore

// The verbs of the specification that the project grew from, exactly as it has them. The everyday
// names say the same with one meaning each, which the compiler checks a hundred times faster.

extension Future {
  /// Runs one of two handlers (spec 13.1).
  ///
  /// Either runs on the thread that settles this promise, or at once if it is settled. An error that
  /// `onSuccess` throws goes to `onFailure`, or is ignored if there is none. A rejection without
  /// `onFailure` has not been heard.
  ///
  /// - Parameters:
  ///   - onSuccess: Gets the value.
  ///   - onFailure: Gets the reason, which need not be an error.
  public final func then(
    _ onSuccess: (@Sendable (Value) throws -> Void)?,
    _ onFailure: (@Sendable ((any Sendable)?) -> Void)?
  ) {
    noted { outcome in
      switch outcome {
      case .success(let value):
        do { try onSuccess?(value) } catch { onFailure?(RejectionReasonError.reason(of: error)) }
      case .failure(let error):
        onFailure?(RejectionReasonError.reason(of: error))
      }
      return onFailure != nil
    }
  }

  /// Returns a promise for what `onSuccess` makes of the value (spec 13.2); see ``map(_:)``.
  ///
  /// - Parameter onSuccess: Gets the value, on the thread that settles this promise or at once; if
  ///   it throws, the returned promise is rejected.
  /// - Returns: A promise for what it returns.
  public final func then<Output: Sendable>(
    _ onSuccess: @escaping @Sendable (Value) throws -> Output
  ) -> Promise<Output> {
    map(onSuccess)
  }

  /// Returns a promise chained after the one that `onSuccess` makes of the value (spec 13.3); see
  /// ``flatMap(_:)``.
  ///
  /// - Parameter onSuccess: Gets the value, on the thread that settles this promise or at once; if
  ///   it throws, the returned promise is rejected.
  /// - Returns: A promise that settles as what it returns.
  public final func then<Output: Sendable>(
    async onSuccess: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Promise<Output> {
    flatMap(onSuccess)
  }
}
