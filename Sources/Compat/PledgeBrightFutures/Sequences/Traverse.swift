public import Dispatch
internal import Pledge

extension Sequence {
  /// Returns a future of the values of all futures that `f` makes of the elements.
  ///
  /// - Parameters:
  ///   - context: Where the values are collected, and the future is completed; a global queue
  ///     if none is named.
  ///   - f: Runs for every element before this returns.
  /// - Returns: A future of the values in the order of the elements; it fails as the first element in the
  ///   sequence does that fails.
  @preconcurrency
  public func traverse<U, E, A: AsyncType>(
    _ context: @escaping ExecutionContext = DispatchQueue.global().context,
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    Future(Core.collecting(map { f($0).asAsync.core }, on: Way(context)))
  }
}

extension Sequence where Element: AsyncType, Element.Value: ResultProtocol {
  /// Returns a future of the values of all futures.
  ///
  /// - Returns: A future of the values in the order of the futures, completed on the thread that
  ///   completes the last one waited for; it fails as the first one in the sequence does that fails.
  public func sequence() -> Future<[Element.Value.Value], Element.Value.Error> {
    Future(Core.collecting(map { $0.asAsync.core }, on: nil))
  }
}

extension Core {
  /// Waits for each of `cores` in turn and collects the values on `way`; it stops at a failure.
  static func collecting<U, E, R: ResultProtocol>(_ cores: [Core<R>], on way: Way?) -> Core
  where Value == Result<[U], E>, R.Value == U, R.Error == E {
    let cores = cores.map(\.unkept)
    let end = cores.fold(true) { goesOn, core in
      guard goesOn else { return Pledge.Promise(value: false) }
      return core.handled.map { $0.value.result.error == nil }
    }
    let collected = Core<Bool>(end.map { UncheckedSendable($0) })
    @Sendable func collect(_: Bool) -> Result<[U], E> {
      cores.lazy.compactMap { $0.result?.result }.sequence()
    }
    return way.map { collected.map(on: $0, collect) } ?? collected.map(collect)
  }
}
