internal import Dispatch

extension Sequence where Element: AsyncType, Element.Value: ResultProtocol {
  /// Same as ``find(_:p:)``, on a global queue.
  @preconcurrency
  public func find(
    _ p: @escaping @Sendable (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    find(DispatchQueue.global().context, p: p)
  }

  /// Returns a future for the first value in the sequence that satisfies `p`.
  ///
  /// - Parameters:
  ///   - context: Where `p` runs, once all futures have succeeded.
  ///   - p: Returns whether a value matches.
  /// - Returns: A future that fails with ``BrightFuturesError/noSuchElement`` if no value matches,
  ///   and with ``BrightFuturesError/external(_:)`` if one of the futures fails.
  @preconcurrency
  public func find(
    _ context: @escaping ExecutionContext,
    p: @escaping @Sendable (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    let core = sequence().core.map(on: CallbackContext(context)) { result in
      result.mapError(BrightFuturesError.init(external:)).flatMap { values in
        values.first(where: p).map(Result.success) ?? .failure(.noSuchElement)
      }
    }
    return Future(core)
  }
}
