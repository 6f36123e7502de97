internal import Dispatch
internal import Pledge

extension Sequence where Element: AsyncType, Element.Value: ResultProtocol {
  /// Same as ``fold(_:zero:f:)``, on a global queue.
  @preconcurrency
  public func fold<R>(
    _ zero: R,
    f: @escaping @Sendable (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    fold(DispatchQueue.global().context, zero: zero, f: f)
  }

  /// Returns a future for the result of combining all values with `f`, in sequence.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - zero: The initial result; also the result for an empty sequence.
  ///   - f: Receives the accumulated result and the next value.
  /// - Returns: A future that fails with the error of the first element in the sequence that fails.
  @preconcurrency
  public func fold<R>(
    _ context: @escaping ExecutionContext,
    zero: R,
    f: @escaping @Sendable (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    typealias Sum = Result<R, Element.Value.Error>
    let cores = map { $0.asAsync.core.withoutKeeper }
    let folded = cores.fold(UncheckedSendable(Sum.success(zero))) { sum, core in
      guard case .success(let before) = sum.value else { return Pledge.Promise(value: sum) }
      let box = UncheckedSendable(before)
      return core.map(on: CallbackContext(context)) { $0.result.map { f(box.value, $0) } }.inner
    }
    return Future(Core(folded))
  }
}
