internal import PledgeCore

// The verbs of the EasyAsync specification, exactly as specified. The everyday names, such as
// `map`, are equivalent, and each of them has a single meaning, so the compiler checks calls to
// them a hundred times faster.

extension Future {
  /// Calls one of two handlers with the outcome (spec 13.1).
  ///
  /// Both handlers run on the thread that settles this promise, or immediately if it is already
  /// settled. An error that `onSuccess` throws is passed to `onFailure`, or ignored if `onFailure`
  /// is `nil`. Without `onFailure`, a rejection remains unhandled.
  ///
  /// - Parameters:
  ///   - onSuccess: A closure that receives the value.
  ///   - onFailure: A closure that receives the reason. A reason is not necessarily an error.
  public final func then(
    _ onSuccess: (@Sendable (Value) throws -> Void)?,
    _ onFailure: (@Sendable ((any Sendable)?) -> Void)?
  ) {
    noted { outcome, _ in
      switch outcome {
      case .success(let value):
        do { try onSuccess?(value) } catch { onFailure?(RejectionReasonError.reason(of: error)) }
        return onSuccess != nil
      case .failure(let error):
        onFailure?(RejectionReasonError.reason(of: error))
        return onFailure != nil
      }
    }
  }

  /// Returns a promise for the result of calling `onSuccess` with the value (spec 13.2).
  ///
  /// This method is the same as ``map(_:)``.
  ///
  /// - Parameter onSuccess: A closure that receives the value. Runs on the thread that settles this
  ///   promise, or immediately if it is already settled. If it throws, the returned promise is
  ///   rejected with the error.
  /// - Returns: A promise for the result of `onSuccess`.
  public final func then<Output: Sendable>(
    _ onSuccess: @escaping @Sendable (Value) throws -> Output
  ) -> Promise<Output> {
    map(onSuccess)
  }

  /// Returns a promise that settles with the outcome of the promise that `onSuccess` returns
  /// (spec 13.3).
  ///
  /// This method is the same as ``flatMap(_:)``.
  ///
  /// - Parameter onSuccess: A closure that receives the value and returns another promise. Runs on
  ///   the thread that settles this promise, or immediately if it is already settled. If it throws,
  ///   the returned promise is rejected with the error.
  /// - Returns: A promise with the outcome of the promise that `onSuccess` returns.
  public final func then<Output: Sendable>(
    async onSuccess: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Promise<Output> {
    flatMap(onSuccess)
  }
}
