public import PledgeCore

/// A future whose work starts with its first consumer, once.
///
///     let profile = LazyPromise { load(1) }  // nothing is loaded yet
///     profile.observe { print($0) }          // it is now
///
/// It is a future like any other: a stage, a handler, an `await`, a combination or a chained promise
/// is a consumer and starts it; looking at ``Future/result`` or ``Future/isPending`` does not (spec
/// 16.1.2). When its last consumer leaves it is discarded like every promise with work of its own, and
/// stays so; ``Future/shared()`` keeps it for those who come later. Dropped before anybody wanted it,
/// it lets go of its closure, and that is all.
public final class LazyPromise<Value: Sendable>: Future<Value>, @unchecked Sendable {
  @inlinable @inline(__always)
  override init(
    state: UInt,
    upstream: UInt,
    site: Site,
    operatorID: OperatorID,
    entryPoint: @escaping EntryPoint
  ) {
    super.init(
      state: state,
      upstream: upstream,
      site: site,
      operatorID: operatorID,
      entryPoint: entryPoint
    )
  }

  deinit {}
}

extension LazyPromise {
  /// Creates a promise that settles as the one that `operation` returns once somebody wants it.
  ///
  /// For an async function: `LazyPromise { Promise { try await fetch(url) } }`.
  ///
  /// - Parameters:
  ///   - file: The place that reports name.
  ///   - line: The line of that place.
  ///   - operation: Starts the work. It runs at most once, on the thread of the first consumer, within
  ///     its registration, nested like a handler (spec 3.4); if it throws, the promise is rejected.
  public convenience init(
    file: StaticString = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () throws -> Future<Value>
  ) {
    self.init(
      startedBy: { promise in
        do {
          promise.settle(asStarted: try operation())
        } catch {
          _ = promise.reject(with: error)
        }
      },
      at: Site(file, line)
    )
  }
}
