public import Dispatch
internal import Pledge

extension Sequence {
  /// Returns a future for the values of all futures that `f` returns for the elements.
  ///
  /// - Parameters:
  ///   - context: Where the values are collected and the future is completed; by default, a global
  ///     queue.
  ///   - f: Runs for every element before this returns.
  /// - Returns: A future for the values in the order of the elements. It fails with the error of
  ///   the first future in the sequence that fails.
  @preconcurrency
  public func traverse<U, E, A: AsyncType>(
    _ context: @escaping ExecutionContext = DispatchQueue.global().context,
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    Future(Core.collecting(map { f($0).asAsync.core }, on: CallbackContext(context)))
  }
}

extension Sequence where Element: AsyncType, Element.Value: ResultProtocol {
  /// Same as `traverse(_:f:)`, for the futures themselves, on the thread that completes the last
  /// one waited for.
  public func sequence() -> Future<[Element.Value.Value], Element.Value.Error> {
    Future(Core.collecting(map { $0.asAsync.core }, on: nil))
  }
}

extension Core {
  /// Waits for each of `cores` in sequence and collects the values on `context`.
  ///
  /// Stops at a failure.
  static func collecting<U, E, R: ResultProtocol>(
    _ cores: [Core<R>],
    on context: CallbackContext?
  ) -> Core
  where Value == Result<[U], E>, R.Value == U, R.Error == E {
    let cores = cores.map(\.withoutKeeper)
    let end = cores.fold(true) { hasSucceeded, core in
      guard hasSucceeded else { return Pledge.Promise(value: false) }
      return core.handled.map { $0.value.result.error == nil }
    }
    let collected = Core<Bool>(end.map { UncheckedSendable($0) })
    @Sendable func collect(_: Bool) -> Result<[U], E> {
      cores.lazy.compactMap { $0.result?.result }.sequence()
    }
    return context.map { collected.map(on: $0, collect) } ?? collected.map(collect)
  }
}
