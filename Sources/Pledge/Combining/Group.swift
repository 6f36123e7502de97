public import PledgeCore

// What combines several promises: one that is settled by handlers on each of them.

extension Promise {
  /// Creates a promise that `futures` settle, each through `body`, and that leaves them when it is
  /// settled.
  ///
  /// - Parameters:
  ///   - futures: What to wait for; all of them are consumed, even if the first one decides, so that
  ///     work of which nobody wants the outcome is discarded.
  ///   - site: Where the combination was asked for.
  ///   - verb: What combines them.
  ///   - body: Gets the promise and the outcome of one of the futures.
  /// - Returns: The combined promise.
  @inlinable
  static func awaiting<Input>(
    _ futures: [Future<Input>],
    at site: Site,
    by verb: Verb,
    _ body: @escaping @Sendable (Promise<Value>, Result<Input, any Error>) -> Void
  ) -> Promise<Value> {
    let combined = Promise(dependentAt: site, by: verb)
    if Wishes.current.includeAny(of: .events) { combined.tellOfWaiting(for: futures) }
    let handler: @Sendable (Result<Input, any Error>) -> Void = { body(combined, $0) }
    var members: [Node] = []
    members.reserveCapacity(futures.count)
    for future in futures {
      members.append(future.observed(by: handler))
    }
    combined.tie(members)
    return combined
  }

  /// Tells that this promise waits for `futures`, before the first of them may settle it.
  @usableFromInline @inline(never)
  final func tellOfWaiting<Input>(for futures: [Future<Input>]) {
    for future in futures { Watch.waits(self, for: future) }
  }

  /// Tells observers that this waits for `future`, which a stage that they do not hear of returns.
  final func awaiting<Output>(_ future: Future<Output>) -> Future<Output> {
    tellsOfWaiting(for: future)
    return future
  }
}
